import { Module } from '@nestjs/common';
import { WatchStateController } from './watch-state.controller';
import { WatchStateService } from './watch-state.service';
import { WatchStateStore } from './watch-state.store';

/** Watch states of users. */
@Module({ controllers: [WatchStateController], providers: [WatchStateService, WatchStateStore] })
export class WatchStateModule {}
