import 'server-only'
import { declaredItems, itemNames } from '@/lib/core/campaigns/official-cases/declared-items'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'

export { clientAddressOf } from '@/lib/server/basics/form-exchange'

/** A refusal of the interface, in its own words. */
export interface Refused {
  readonly refused: true
  readonly status: number
  readonly reason: string
  /** Seconds after which to ask again; `null` where the answer says nothing about it. */
  readonly waitSeconds: number | null
}

/** Asks the interface through the same code as a request from outside. Returns the members of the answer. */
export async function askInterface(exchange: Exchange): Promise<Readonly<Record<string, unknown>> | Refused> {
  const reply = await shared().answerExchange(exchange, container())
  const answer = reply === null ? {} : membersOf(reply)
  if (reply !== null && reply.status < 300) return answer
  return {
    refused: true,
    status: reply?.status ?? 500,
    reason: reasonOf(answer) ?? 'It could not be done.',
    waitSeconds: waitSecondsOf(reply),
  }
}

/** What an answer says of when to ask again, in seconds; `null` where it says nothing. */
export function waitSecondsOf(reply: Reply | null): number | null {
  const wait = reply?.headers.find(([name]) => name === 'Retry-After')?.[1]
  return wait === undefined ? null : Number(wait)
}

export const isRefused = (answer: object): answer is Refused => 'refused' in answer

/** A GET of this path, with the operator token of the page's request. */
export const reading = (headers: Headers, path: string, query: string | null = null): Exchange => ({
  ...formExchange({}, headers, path),
  method: 'GET',
  query,
  body: new Uint8Array(),
  bodyBytes: 0,
})

/** The labels of form fields, by the JSON pointer of a refusal. */
const fieldNames: Readonly<Record<string, string>> = {
  '/wallet': 'Wallet',
  '/wallet/name': 'Wallet',
  '/wallet/version': 'Version',
  '/campaign': 'Campaign',
  '/preset': 'Session to try again',
  '/session_id': 'Session',
  '/shown': 'What the wallet showed',
  '/case': 'Case',
  '/result': 'Result',
  '/note': 'Note',
  '/tester': 'Your name',
  '/tester/name': 'Your name',
  '/tester/organisation': 'Your organisation',
  '/evidence': 'Evidence',
  ...Object.fromEntries(itemNames.map((item) => [`/items/${item}`, declaredItems[item].title])),
}

/** The label of the field that a pointer leads to: of evidence, each line is a piece. */
function fieldAt(pointer: string): string | undefined {
  const line = /^\/evidence\/(\d+)(?:\/|$)/.exec(pointer)?.[1]
  return line === undefined ? fieldNames[pointer] : `Evidence, line ${Number(line) + 1}`
}

/** Why the interface refused, with the label that the field has on the page. */
function reasonOf({ error_description: said, pointer }: Readonly<Record<string, unknown>>): string | null {
  if (typeof said !== 'string') return null
  const field = typeof pointer === 'string' ? fieldAt(pointer) : undefined
  if (field === undefined) return said
  const member = `The member ${String(pointer).slice(1).replaceAll('/', '.')}`
  return said.startsWith(member) ? `The field “${field}”${said.slice(member.length)}` : `${field}: ${said}`
}
