import { Injectable } from '@nestjs/common';

/** Counts what the bounding interceptor truncates. A count above 0 means that an answer exceeded its bounds. */
@Injectable()
export class BoundsStatistics {
  /** Number of lists that exceeded their cap, and of values that were nested too deeply. */
  lists = 0;
  /** Number of texts that exceeded their maximum length. */
  texts = 0;
}
