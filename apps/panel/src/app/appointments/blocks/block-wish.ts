import type {
  BlockDto,
  CreateBlockDto,
  PatchBlockDto,
  SavedBlockDto,
  SeriesScope,
  SlotDto,
} from '@groupless/shared-dto';

/** What the dialog has done by the screen, whose script would else load with the dialog. */
export interface BlockWork {
  create(block: CreateBlockDto, isTrial: boolean): Promise<SavedBlockDto>;
  change(id: string, patch: PatchBlockDto, scope: SeriesScope, isTrial: boolean): Promise<SavedBlockDto>;
  /** Shows what was saved. */
  saved(block: SavedBlockDto): Promise<void>;
  /** Answers whether it is gone. */
  remove(block: BlockDto, scope: SeriesScope): Promise<boolean>;
}

/** Initial values of a block, or the block that is to be changed. */
export interface BlockWish extends Partial<SlotDto> {
  resource?: string;
  block?: BlockDto;
}

export interface BlockData extends BlockWish {
  work: BlockWork;
}
