import { prefixPresets } from '../presets/prefixes'
import { folded } from './applies-if'
import type { Run } from './case-verdict'
import type { DeclaredValues, ItemName } from './declared-items'
import { hashedRightly } from './paired-cases'

/** Observations of an item: the sessions in which the wallet did it, and the values if the item is a list. */
export interface SeenItem {
  readonly sessions: readonly string[]
  readonly values: readonly string[]
}

type SeenItems = ReadonlyMap<ItemName, SeenItem>

interface Sight {
  readonly item: ItemName
  readonly value?: string
}

/**
 * Items that sessions show with certainty. The wire cannot contradict the others: a refusal says nothing about what a
 * wallet knows, and a wallet that ignores something responds all the same.
 */
export function seenItems(runs: readonly Run[]): SeenItems {
  const seen = new Map<ItemName, { sessions: Set<string>; values: Set<string> }>()
  for (const run of runs)
    for (const { item, value } of sightsOf(run)) {
      const one = seen.get(item) ?? { sessions: new Set(), values: new Set() }
      seen.set(item, one)
      one.sessions.add(run.sessionId)
      if (value !== undefined) one.values.add(value)
    }
  return new Map(
    [...seen].map(([item, { sessions, values }]) => [item, { sessions: [...sessions], values: [...values] }]),
  )
}

/** The client identifier prefix by preset, where it is not HAIP's. */
const prefixes: ReadonlyMap<string, string> = new Map(
  prefixPresets.flatMap(({ id, body }) => {
    const { client_id_prefix: prefix } = body({ authorityKeyIdentifier: '', scopeAlias: null })
    return typeof prefix === 'string' ? [[id, prefix] as const] : []
  }),
)

/** The content encryption by preset, where a preset offers only one. */
const encryptions: Readonly<Record<string, string>> = { a128gcm_only: 'A128GCM', a256gcm_only: 'A256GCM' }

function sightsOf({ preset, expects, found, carrier }: Run): readonly Sight[] {
  const passed = (...ids: readonly string[]): boolean => ids.every((id) => found[id]?.status === 'pass')
  const isPresented = passed('vp.token.present')
  const isAnswered = isPresented && expects === 'answer'
  const sight = (isSeen: boolean, item: ItemName, value?: string): Sight[] =>
    isSeen ? [{ item, ...(value === undefined ? {} : { value }) }] : []
  const encryption = encryptions[preset]
  const prefix = prefixes.get(preset)
  return [
    ...sight(isPresented && carrier === undefined, 'redirect_flow'),
    ...sight(isPresented && carrier === 'browser', 'dc_api'),
    ...sight(passed('vp.sdjwt.signature'), 'sd_jwt_vc'),
    ...sight(passed('vp.mdoc.issuer_signature'), 'mdoc'),
    ...sight(isAnswered && preset === 'ticket_unbound', 'unbound_credentials'),
    ...sight(isAnswered && preset === 'scope', 'scope'),
    // A request is encrypted whenever possible; only a test of the opposite leaves it plain.
    ...sight(isAnswered && passed('vp.reqpost.encryption_possible'), 'request_encryption'),
    ...sight(isPresented && passed('vp.txn.represented'), 'transaction_types'),
    // Links name POST; one preset leaves it out.
    ...sight(
      isAnswered && passed('vp.request.method') && preset !== 'request_uri_method_get',
      'request_uri_method_post',
    ),
    ...sight(isAnswered && prefix !== undefined, 'client_id_prefixes', prefix),
    ...sight(preset === 'transaction_sha512_only' && passed(...hashedRightly), 'digest_algs', 'sha-512'),
    ...sight(isPresented && preset === 'sha512_digests', 'digest_algs', 'sha-512'),
    ...sight(encryption !== undefined && passed('vp.jwe.enc', 'vp.jwe.decrypts'), 'enc_values', encryption),
  ]
}

/** Items that the wire can contradict: those that `sightsOf` observes. */
export const contradictable: readonly ItemName[] = [
  ...(['sd_jwt_vc', 'mdoc', 'redirect_flow', 'dc_api', 'unbound_credentials', 'scope', 'request_encryption'] as const),
  ...(['transaction_types', 'client_id_prefixes', 'digest_algs', 'enc_values', 'request_uri_method_post'] as const),
]

/** Observed items that are declared as unsupported. */
export function contradictions(values: DeclaredValues, seen: SeenItems): ReadonlyMap<ItemName, SeenItem> {
  return new Map(
    [...seen].flatMap(([item, { sessions, values: all }]): [ItemName, SeenItem][] => {
      const declared = values[item]
      if (declared === undefined || declared === true) return []
      if (declared === false) return [[item, { sessions, values: [] }]]
      const known = declared.map(folded)
      const unknown = all.filter((value) => !known.includes(folded(value)))
      // Without observed values, only an empty declared list can be wrong.
      return unknown.length > 0 || (all.length === 0 && declared.length === 0)
        ? [[item, { sessions, values: unknown }]]
        : []
    }),
  )
}
