import { createECDH } from 'node:crypto';
import { PushDevicesService } from './push-devices.service';

const ecdh = createECDH('prime256v1');
ecdh.generateKeys();
const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: 'tBHItJI5svbpez7KI4CCXg' };

/** Nothing but the address is looked at before it is refused. */
const service = (outbound_private: boolean) =>
  new PushDevicesService(
    ...([
      null,
      null,
      null,
      null,
      { now: () => new Date() },
      { outbound_private },
    ] as unknown as ConstructorParameters<typeof PushDevicesService>),
  );
const actor = { caller: { kind: 'user', id: 'u', session_id: 's' }, ip: '203.0.113.9' } as never;

describe('the endpoint of a device', () => {
  it.each([
    ['http://push.example.com/send/1', 'https'],
    ['https://127.0.0.1/send/1', 'private'],
    ['https://[::ffff:10.0.0.1]/send/1', 'private'],
    ['https://metadata.localhost/', 'private'],
    ['https://169.254.169.254/latest', 'private'],
    ['no address', 'https'],
  ])('is not %s', async (endpoint, why) => {
    await expect(service(false).add({ endpoint, keys }, actor)).rejects.toThrow(why);
  });
});
