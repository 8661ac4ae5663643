import { Injectable } from '@nestjs/common';

/** How often the last line of the bounds had to act. Anything but zero is a fault of a service: it should cut itself. */
@Injectable()
export class BoundsStatistics {
  /** Lists that were longer than their cap. */
  lists = 0;
  /** Texts that were longer than their budget. */
  texts = 0;
}
