import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { sessionPicture } from '@/lib/queries/pictures'
import { presentationInspection } from '@/lib/queries/sessions'
import { isAway } from '@/lib/queries/storage-away'
import { pictureFile, storageAway } from '../../../../responses'

/** Preview picture for links to a session. Who may not read it gets none. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly sessionId: string }> },
): Promise<Response> {
  const drawing = presentationInspection((await params).sessionId).then(
    (found) => found && sessionPicture(found.view, verifierFlow.title(found.view)),
  )
  if (await isAway(drawing)) return storageAway()
  return pictureFile(await drawing)
}
