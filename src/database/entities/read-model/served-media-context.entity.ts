import { ViewEntity } from 'typeorm';
import { MediaContextEntity } from './media-context.entity';
import { servedRowsOf } from './served-rows';

/** View of the item contexts that reads may serve. Migrations create the view. */
@ViewEntity({ name: 'served_media_context', expression: servedRowsOf(MediaContextEntity), synchronize: false })
export class ServedMediaContextEntity extends MediaContextEntity {}
