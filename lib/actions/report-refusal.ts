import 'server-only'
import { membersOf } from '@/lib/core/shared/http/reply'
import { paths } from '@/lib/paths'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'

/**
 * Reports what a person saw on the wallet, through the same code as `POST /openid4vp/sessions/{sessionId}/refusal`.
 * Returns `null` if it was recorded, otherwise the reason why not.
 */
export async function reportRefusalFromForm(
  sessionId: string,
  shown: FormDataEntryValue | null,
  headers: Headers,
): Promise<{ readonly status: number; readonly reason: string } | null> {
  const reply = await shared().answerExchange(
    formExchange({ shown, by: 'person' }, headers, paths.api.refusal(sessionId)),
    container(),
  )
  if (reply?.status === 200) return null
  const answer = reply === null ? {} : membersOf(reply)
  const said = typeof answer.error_description === 'string' ? answer.error_description : null
  return { status: reply?.status ?? 500, reason: said ?? 'It could not be recorded.' }
}
