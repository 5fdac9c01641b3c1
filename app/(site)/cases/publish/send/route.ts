import { isRefused } from '@/lib/actions/ask-interface'
import { publishByForm } from '@/lib/actions/publish'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../../forms'
import { refusedForm, seeOther } from '../../../responses'

/** Publishes the statement of a wallet, and redirects to its page. */
export async function POST(request: Request): Promise<Response> {
  const sent = await readInspectorForm(request)
  if (sent instanceof Response) return sent
  const text = (name: string): string => {
    const value = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const answer = await publishByForm(
    {
      wallet: { name: text('wallet'), version: text('version') },
      edition: text('edition'),
      ...{ token: text('token').trim(), slug: text('slug').trim(), contact: text('contact').trim() },
      ...{ days: text('days'), whole: text('whole') === 'true' },
    },
    request.headers,
  )
  return isRefused(answer) ? refusedForm(answer) : seeOther(paths.wallet(answer.slug))
}
