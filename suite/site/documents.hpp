#pragma once
// The documents of a home (files of Markdown) as pages of a site, and where their links lead.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace replaybench {

/// Addresses of a site's pages are relative to its root, with '/': "algorithms/index.html".

/// The way from the page at `address` back to the root: "" or "../".
std::string way_to_root(const std::string& address);

/// The page of a document, a path of a `.md` file relative to the home: README.md is index.html, a
/// README.md of a folder that the site has a page for is that page, any other is in docs/.
std::string page_of_document(const std::filesystem::path& document);

/// A document as it stands on its page.
struct Document {
  std::filesystem::path file;  ///< relative to the home
  std::string address;         ///< of its page
  std::string title;           ///< its first heading
  std::string html;            ///< with links that lead to pages of the site
};

/// Reads documents and follows their links: to another document, which becomes a page too; to a
/// picture, which is to be copied; to any other file, which is to be copied as a text. A link to
/// what is not there is dropped and remembered.
class DocumentReader {
 public:
  /// Pictures below `results`/ of a document are those of the folder `results`. `names` are known
  /// names (components, studies) with the addresses of their pages.
  DocumentReader(std::filesystem::path home, std::filesystem::path results,
                 std::map<std::string, std::string> names);

  /// `documents`, as far as they are there, and all that their links lead to, in the order found.
  /// Throws FileError for what cannot be read.
  std::vector<Document> read(const std::vector<std::filesystem::path>& documents);

  /// The files that the pages need beside them: address to file.
  const std::map<std::string, std::filesystem::path>& files() const { return files_; }
  /// "README.md: there is no results/x.svg", one for each link that leads nowhere.
  const std::set<std::string>& dead_links() const { return dead_links_; }

 private:
  std::string address_in_site(const std::filesystem::path& document, const std::string& link);

  std::filesystem::path home_;
  std::filesystem::path results_;
  std::map<std::string, std::string> names_;
  std::vector<std::filesystem::path> wanted_;
  std::map<std::string, std::filesystem::path> files_;
  std::set<std::string> dead_links_;
};

}  // namespace replaybench
