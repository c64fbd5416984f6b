import { expectFair } from './expect-fair';
import { waitingStorm } from './waiting-storm';

it('a waiting list under storm forgets nobody, keeps the order and holds each time for one', async () => {
  const size = { waiting: 12, times: 5, kills: 4 };
  expectFair(await waitingStorm(size), size);
});
