import { makeToken } from '@/lib/actions/publish-tokens'
import { renderedPaths } from '@/lib/rendered-paths'
import { seeOther } from '../../../responses'
import { readOperatorForm, textOf } from '../../scoreboard/operator-form'

/** Makes a publish token, and redirects to the page that shows it once. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  const sent = { organisation: textOf(fields, 'organisation'), slugs: textOf(fields, 'slugs') }
  return seeOther(renderedPaths.operatorTokens(await makeToken(sent, request.headers)))
}
