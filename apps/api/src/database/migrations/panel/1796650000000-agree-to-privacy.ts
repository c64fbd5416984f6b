import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Which version of the privacy policy the visitors of the booking page agree to. */
export class AgreeToPrivacy1796650000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table booking_page add column privacy_version text not null default ''`);
  }
}
