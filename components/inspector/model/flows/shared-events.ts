import { describeReport } from '@/lib/core/engine/deviations/deviation'
import type { EventView } from '@/lib/core/engine/evidence/session-view'
import { reporterOf } from '@/lib/core/shared/ports/reporter'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import type { EventWords } from '../flow-model'

const text = (value: Json | undefined): string => (typeof value === 'string' ? value.replaceAll('_', ' ') : '')

/** What was reported about the wallet, and by whom. */
export const reportWords = (event: EventView): string =>
  describeReport(event.detail.shown, reporterOf(event)).replace(/^./, (first) => first.toUpperCase())

/** What a wallet did with what its tester changed. */
const didWords: Readonly<Record<string, string>> = { error: 'sent an error', nothing: 'sent nothing' }

/** Texts for events of any kind of session. */
export const sharedEventWords: EventWords['words'] = {
  answer_altered: ({ detail }) => `Altered on purpose: ${text(detail.alteration).replace(/^\w+\./, '')}`,
  mutations_applied: ({ detail }) => {
    const leftOut = Array.isArray(detail.left_out) ? detail.left_out.length : 0
    const isChanged = !Array.isArray(detail.differences) || detail.differences.length > 0
    const did = isChanged ? 'The response is changed as asked' : 'The response is not changed'
    return leftOut === 0 ? did : `${did}; ${leftOut} ${leftOut === 1 ? 'operation' : 'operations'} did not apply to it`
  },
  mutation_result: ({ detail }) => `After the change: the wallet ${didWords[String(detail.did)] ?? text(detail.did)}`,
  reference_wallet_started: ({ detail }) =>
    typeof detail.fault === 'string'
      ? `Reference wallet started with misbehaviour ${detail.fault}`
      : 'Reference wallet started without misbehaviour',
  session_named: ({ detail }) => `Named “${String(detail.name)}”`,
  reference_wallet_stopped: ({ detail }) => `Reference wallet stopped: ${String(detail.reason)}`,
}

const resourceWords: Readonly<Record<string, string>> = {
  list: 'list',
  status: 'status list of the registration certificate',
  crl: 'revocation list',
  register: 'register',
  ca: 'certificate of an authority',
}

const whereWords: Readonly<Record<string, string>> = {
  alias: ' at its alias',
  client: ' at this installation, it seems by this wallet',
}

/** Describes a read of a trust resource. */
export function trustReadWords({ resource, name, by, further }: JsonObject): string {
  const what = resourceWords[String(resource)] ?? 'document of the trust framework'
  const which = resource === 'list' && typeof name === 'string' ? ` ${name}` : ''
  if (typeof further === 'number') return `Further reads of trust resources, not on record: ${further}`
  return `Trust ${what}${which} was read${whereWords[String(by)] ?? ''}`
}
