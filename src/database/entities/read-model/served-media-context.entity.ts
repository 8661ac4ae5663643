import { ViewEntity } from 'typeorm';
import { MediaContextEntity } from './media-context.entity';
import { servedRowsOf } from './served-rows';

/** The item contexts that may be served; what reads select from. Migrations create the view. */
@ViewEntity({ name: 'served_media_context', expression: servedRowsOf(MediaContextEntity), synchronize: false })
export class ServedMediaContextEntity extends MediaContextEntity {}
