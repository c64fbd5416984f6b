import { Injectable } from '@nestjs/common';

/** How a mail server answered an address of a client. */
export interface AddressAnswer {
  email: string;
  /** Its words where it refused the address for good; null: it took a mail to it. */
  refusal: string | null;
}

type Note = (answer: AddressAnswer) => Promise<void>;

/** Passes on how addresses of clients were answered: mail knows no clients. */
@Injectable()
export class AddressRefusalsService {
  private note: Note = () => Promise.resolve();

  onAnswer(note: Note): void {
    this.note = note;
  }

  tell(answer: AddressAnswer): Promise<void> {
    return this.note(answer);
  }
}
