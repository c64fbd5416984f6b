/** The server's time. It is injected, so that tests can set it. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
