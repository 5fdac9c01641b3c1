import { revokeToken } from '@/lib/actions/publish-tokens'
import { paths } from '@/lib/paths'
import { seeOther } from '../../../responses'
import { readOperatorForm, textOf } from '../../scoreboard/operator-form'

/** Revokes a publish token. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  await revokeToken(textOf(fields, 'id'))
  return seeOther(paths.operatorTokens())
}
