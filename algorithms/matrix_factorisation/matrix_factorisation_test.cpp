#include "algorithms/matrix_factorisation/matrix_factorisation.hpp"

#include "suite/testing/collaborative_filters.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::matrix_factorisation;

TEST_CASE("matrix_factorisation: is a collaborative filter") {
  testing::CollaborativeFilterTests<MatrixFactorisation, Options>("matrix_factorisation", 60)
      .require_all();
}

TEST_CASE("matrix_factorisation: golden trace") {
  CHECK(testing::filter_trace("matrix_factorisation") ==
        "401750550405544544445445555555555111111111111111111111111711111222321212111"
        "211112221121122224422222111412424321121422621332212716241442474112211211111"
        "211111111111112112316016150761251555111151551116515563613511513551311561115"
        "251515165665151153552665326615116265562566565565665656655652656665625565655");
  testing::require_trace_shows("matrix_factorisation",
                               {"rank=1", "rate=0.1", "lambda=0.2", "initial=0.5", "repeats=0"});
}
