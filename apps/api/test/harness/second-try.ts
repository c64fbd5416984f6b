/**
 * Tests of whole processes, browsers and servers share the machine with all others, whose turns nobody rules: each gets a
 * second try, and what failed at first is printed all the same.
 */
const OF_WHOLE_PROCESSES = /[\\/]test[\\/](browser|process|production)[\\/]/;

if (OF_WHOLE_PROCESSES.test(expect.getState().testPath ?? ''))
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
