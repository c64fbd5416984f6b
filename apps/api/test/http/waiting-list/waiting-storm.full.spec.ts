import { expectFair } from './expect-fair';
import { waitingStorm } from './waiting-storm';

it('200 wait for 50 times, by two servers and 30 kills', async () => {
  const size = { waiting: 200, times: 50, kills: 30 };
  expectFair(await waitingStorm(size), size);
}, 600_000);
