#pragma once
// A web server on this machine's loopback for tests: what it answers is written by the test, byte
// by byte, so that it can be cut, wrong or silent.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace replaybench {

class TestServer {
 public:
  struct Request {
    std::string path;
    std::optional<std::size_t> from;  ///< of "Range: bytes=FROM-"
  };
  /// The bytes to send to the `number`-th request (from 0); the connection is closed behind them.
  /// An empty answer: silence until the client leaves.
  using Answer = std::function<std::string(const Request&, std::size_t number)>;

  /// Listens on a port of the system's choice. With `pause` it sends a byte at a time.
  explicit TestServer(Answer answer, std::chrono::milliseconds pause = {})
      : answer_(std::move(answer)), pause_(pause) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || ::bind(listener_, any, size) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, any, &size) != 0) {
      throw std::runtime_error("no loopback server");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;
  ~TestServer() { stop(); }

  /// Nobody listens at the port afterwards.
  void stop() {
    if (listener_ < 0) return;
    ::shutdown(listener_, SHUT_RDWR);  // ends accept()
    thread_.join();
    ::close(listener_);
    listener_ = -1;
  }

  std::string url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    while (true) {
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) return;
      serve(client);
      ::close(client);
    }
  }

  void serve(int client) {
    std::string head;
    char byte;
    while (!head.ends_with("\r\n\r\n")) {
      if (::recv(client, &byte, 1, 0) != 1) return;
      head += byte;
    }
    Request request{head.substr(4, head.find(' ', 4) - 4), {}};
    const std::string field = "Range: bytes=";
    if (const auto at = head.find(field); at != std::string::npos) {
      request.from = std::strtoull(head.c_str() + at + field.size(), nullptr, 10);
    }
    std::size_t number;
    {
      const std::lock_guard lock(mutex_);
      number = requests_.size();
      requests_.push_back(request);
    }
    const std::string answer = answer_(request, number);
    std::size_t sent = 0;
    while (sent < answer.size()) {
      const bool drips = pause_.count() > 0;
      const std::size_t piece = drips ? 1 : answer.size() - sent;
      const auto n = ::send(client, answer.data() + sent, piece, MSG_NOSIGNAL);
      if (n <= 0) return;
      std::this_thread::sleep_for(pause_);
      sent += static_cast<std::size_t>(n);
    }
    if (!answer.empty()) ::shutdown(client, SHUT_WR);
    while (::recv(client, &byte, 1, 0) > 0) {
    }
  }

  Answer answer_;
  std::chrono::milliseconds pause_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::thread thread_;
};

/// A status line with fields, each "Name: value".
inline std::string http_head(const std::string& status, const std::vector<std::string>& fields) {
  std::string head = "HTTP/1.1 " + status + "\r\nConnection: close\r\n";
  for (const auto& field : fields) head += field + "\r\n";
  return head + "\r\n";
}

inline std::string http_ok(const std::string& body) {
  return http_head("200 OK", {"Content-Length: " + std::to_string(body.size())}) + body;
}

/// The body from the byte that is asked for, or the whole one.
inline std::string http_range(const TestServer::Request& request, const std::string& body) {
  if (!request.from) return http_ok(body);
  if (*request.from >= body.size()) return http_head("416 Range Not Satisfiable", {});
  const std::string rest = body.substr(*request.from);
  return http_head("206 Partial Content",
                   {"Content-Length: " + std::to_string(rest.size()),
                    "Content-Range: bytes " + std::to_string(*request.from) + "-" +
                        std::to_string(body.size() - 1) + "/" + std::to_string(body.size())}) +
         rest;
}

}  // namespace replaybench
