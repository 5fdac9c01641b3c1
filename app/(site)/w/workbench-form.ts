import { settingPresets } from '@/components/workbench/setting-presets'
import { openWorkbench, type WorkbenchView } from '@/lib/actions/workbench'
import { isObject } from '@/lib/core/shared/values/json'
import type { InspectorTarget } from '@/lib/paths'
import { formerChoice, workbenchCookiesOf } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { refusedForm, seeOther } from '../responses'

const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The wallet that a form names; nothing where it names none. */
export function readWallet(fields: FormData): {
  readonly wallet?: { readonly name: string; readonly version: string }
} {
  const [name, version] = [textOf(fields, 'wallet'), textOf(fields, 'version')]
  return name === '' && version === '' ? {} : { wallet: { name, version } }
}

/** The kind of session that a form is about; `null` for none. */
export function readWing(fields: FormData): 'issuance' | 'presentation' | null {
  const wing = textOf(fields, 'wing')
  return wing === 'issuance' || wing === 'presentation' ? wing : null
}

type Settings = Readonly<Record<string, unknown>>

/** Settings that a form chooses: by the name of a preset, from those before, or as JSON. A sentence says why there are none. */
export function readSettings(
  fields: FormData,
  wing: 'issuance' | 'presentation',
  workbench: Pick<WorkbenchView, 'issuance' | 'presentation'>,
): Settings | string {
  const [preset, former, text] = ['preset', 'former', 'settings'].map((name) => textOf(fields, name))
  if (preset)
    return settingPresets[wing].find(({ label }) => label === preset)?.settings ?? 'There are no settings of this name.'
  if (former)
    return (
      workbench[wing].former.find((one) => formerChoice(one) === former) ??
      'These settings have made room for newer ones. Open the page again to see which are left.'
    )
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Told with the sentence below.
  }
  return 'The settings are no JSON object.'
}

/** Opens a workbench as `POST /workbenches` does, and leads to it. The browser remembers it. */
export async function openedWorkbench(
  body: Readonly<Record<string, unknown>>,
  { headers }: Pick<Request, 'headers'>,
  query: InspectorTarget = {},
): Promise<Response> {
  const opened = await openWorkbench(body, headers)
  if (opened.refused) return refusedForm(opened)
  const answer = seeOther(renderedPaths.ofWorkbench(opened.workbenchId, query))
  for (const cookie of workbenchCookiesOf(opened.workbenchId, headers)) answer.headers.append('set-cookie', cookie)
  return answer
}
