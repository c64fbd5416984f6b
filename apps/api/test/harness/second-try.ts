/**
 * Tests of real servers, browsers and databases share the machine with all others, whose turns nobody rules: each gets
 * a second try, and what failed at first is printed all the same.
 */
const OF_REAL_SERVERS = /[\\/]apps[\\/]api[\\/]test[\\/]/;

if (OF_REAL_SERVERS.test(expect.getState().testPath ?? ''))
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
