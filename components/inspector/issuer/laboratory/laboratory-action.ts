import { paths } from '@/lib/paths'

/** Actions on a session's own issuer while it is served. */
const laboratoryActions = ['offers', 'statuses', 'transactions'] as const
export type LaboratoryAction = (typeof laboratoryActions)[number]

/** Whether a form field names an action. */
export const isLaboratoryAction = (value: unknown): value is LaboratoryAction =>
  laboratoryActions.some((action) => action === value)

/** API request for a form of the panel. Passes unknown values through, for the API to refuse. */
export function laboratoryRequest(sessionId: string, action: LaboratoryAction, fields: FormData) {
  const path = paths.api.laboratory(sessionId, action)
  const text = (name: string): string => String(fields.get(name) ?? '')
  if (action === 'offers') return { path, body: entered(['flow', 'credential_configuration_id'], text) }
  if (action === 'transactions') return { path, body: entered(['transaction', 'outcome'], text) }
  const status = text('status')
  return {
    path,
    body:
      text('all') === 'true'
        ? { all: true, status }
        : { list: Number(text('list')), index: Number(text('index')), status },
  }
}

const entered = (names: readonly string[], text: (name: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])))

/** Id of an offer, which the page uses to show it again: the end of its URL; `null` if the answer has none. */
export const offerIdOf = ({ offer_url: address }: Readonly<Record<string, unknown>>): string | null =>
  typeof address === 'string' ? (address.split('/').at(-1) ?? null) : null
