#include "suite/bench/report/measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace replaybench::bench {

namespace fs = std::filesystem;

namespace {

double seconds_of(const std::string& unit) {
  if (unit == "ns") return 1e-9;
  if (unit == "us") return 1e-6;
  return unit == "ms" ? 1e-3 : 1;
}

// Google Benchmark appends its options to the name.
std::string without_options(const std::string& name) {
  std::string kept;
  for (const std::string& part : parts_of(name)) {
    const bool option = part.rfind("min_time:", 0) == 0 || part.rfind("iterations:", 0) == 0 ||
                        part.rfind("repeats:", 0) == 0 || part == "process_time";
    if (!option) kept += (kept.empty() ? "" : "/") + part;
  }
  return kept;
}

}  // namespace

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = name.find('/', begin);
    parts.push_back(name.substr(begin, end == std::string::npos ? end : end - begin));
  }
  return parts;
}

std::string part_of(const std::string& name, const std::string& key) {
  for (const std::string& part : parts_of(name)) {
    if (part.rfind(key + ":", 0) == 0) return part.substr(key.size() + 1);
  }
  return {};
}

Measurements::Measurements(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  double min_load = std::numeric_limits<double>::infinity();
  double largest_load = 0;
  int cpus = 0;
  for (const fs::path& file : files) {
    nlohmann::json report;
    try {
      report = nlohmann::json::parse(std::ifstream(file));
      const auto& context = report.at("context");
      for (const char* key : {"cpu", "compiler", "profile", "flags", "commit"}) {
        if (context_.find(std::string(key) + ": ") != std::string::npos) continue;
        std::string value = context.value(key, std::string("unknown"));
        // Google Benchmark takes no "=" in a value: the script writes ":" instead.
        if (key == std::string("flags")) std::replace(value.begin(), value.end(), ':', '=');
        context_ += (context_.empty() ? "" : ", ") + std::string(key) + ": " + value;
      }
      cpus = context.value("num_cpus", cpus);
      if (const auto loads = context.value("load_avg", std::vector<double>{}); !loads.empty()) {
        min_load = std::min(min_load, loads[0]);
        largest_load = std::max(largest_load, loads[0]);
      }
      for (const auto& run : report.at("benchmarks")) {
        const bool aggregate = run.at("run_type") == "aggregate";
        if (aggregate && run.at("aggregate_name") != "median") continue;
        Measurement one;
        one.program = file.stem().string();
        if (const auto suffix = one.program.rfind("_bench"); suffix != std::string::npos) {
          one.program.resize(suffix);
        }
        one.name = without_options(run.at("run_name"));
        if (run.value("error_occurred", false)) {
          one.error = run.value("error_message", std::string("failed"));
        } else {
          one.seconds = run.at("cpu_time").get<double>() * seconds_of(run.at("time_unit"));
          for (const auto& [key, value] : run.items()) {
            if (value.is_number()) one.numbers[key] = value.get<double>();
          }
        }
        places_[one.name] = all_.size();
        all_.push_back(std::move(one));
      }
    } catch (const nlohmann::json::exception& problem) {
      throw std::runtime_error(file.string() +
                               " is no report of Google Benchmark: " + problem.what());
    }
  }
  if (min_load <= largest_load) {
    context_ += fmt::format(", load of {} CPUs when a program started: {:.1f} to {:.1f}", cpus,
                            min_load, largest_load);
  }
}

const Measurement* Measurements::find(const std::string& name) const {
  const auto place = places_.find(name);
  if (place == places_.end() || !all_[place->second].error.empty()) return nullptr;
  return &all_[place->second];
}

std::optional<double> Measurements::seconds(const std::string& name) const {
  const Measurement* found = find(name);
  if (!found) return std::nullopt;
  return found->seconds;
}

std::optional<double> Measurements::number(const std::string& name, const std::string& key) const {
  const Measurement* found = find(name);
  if (!found) return std::nullopt;
  const auto number = found->numbers.find(key);
  if (number == found->numbers.end()) return std::nullopt;
  return number->second;
}

}  // namespace replaybench::bench
