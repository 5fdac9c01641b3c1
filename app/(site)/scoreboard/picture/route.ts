import { scoreboardPicture } from '@/lib/queries/pictures'
import { isAway } from '@/lib/queries/storage-away'
import { pictureFile, storageAway } from '../../responses'

/** Preview picture for links to the scoreboard. */
export async function GET(): Promise<Response> {
  const drawing = scoreboardPicture()
  if (await isAway(drawing)) return storageAway()
  return pictureFile(await drawing)
}
