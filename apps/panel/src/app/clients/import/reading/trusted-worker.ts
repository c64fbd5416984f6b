import { trustedAddress } from '../../../http/trusted-address';

/** A worker by the address of a file of the panel. */
export class TrustedWorker extends Worker {
  constructor(url: URL, options: WorkerOptions) {
    super(trustedAddress(url), options);
  }
}
