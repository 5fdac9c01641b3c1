import { isObject, type JsonObject } from '@/lib/core/ground/values/json'
import { Icon } from '../../ui/icon'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** The transaction data of the request next to what one presentation contains for it, entry by entry. */
export function TransactionFacts({ transactions }: { readonly transactions: JsonObject }) {
  const { algorithm, entries, other_hashes: others, device_signed: signed } = transactions
  const left = Array.isArray(others) ? others.flatMap((one) => text(one) ?? []) : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3 text-sm">
      <p className="font-[550] text-ink-2">
        Transaction data{text(algorithm) === null ? '' : `, compared with ${text(algorithm)}`}
      </p>
      {objectsIn(entries).map(({ index, type, hash, wallet_hash, equal }) => (
        <div key={String(index)} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <span>
              Entry {Number(index) + 1}: <span className="wire">{text(type)}</span>
            </span>
            {signed === undefined && <Equality equal={equal} sent={text(wallet_hash) !== null} />}
          </p>
          {signed === undefined && <Hash whose="Hash of the request" hash={text(hash)} />}
          {signed === undefined && <Hash whose="Hash of the wallet" hash={text(wallet_hash)} />}
        </div>
      ))}
      {left.map((hash, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a wallet may repeat a hash, and the list never changes
        <Hash key={place} whose="Another hash of the wallet" hash={hash} />
      ))}
      {signed !== undefined && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {objectsIn(signed).length === 0
            ? 'The device signed no elements.'
            : `Signed by the device: ${objectsIn(signed)
                .map(({ namespace, element }) => `${text(namespace)}/${text(element)}`)
                .join(', ')}. The type of an entry defines which of them represents it.`}
        </p>
      )}
    </div>
  )
}

function Equality({ equal, sent }: { readonly equal: unknown; readonly sent: boolean }) {
  if (typeof equal !== 'boolean')
    return <span className="text-unseen-ink">{sent ? 'not compared' : 'the wallet sent no hash'}</span>
  return (
    <span className={`inline-flex items-center gap-1.5 ${equal ? 'text-pass-ink' : 'text-fail-ink'}`}>
      <Icon name={equal ? 'pass' : 'fail'} className="size-3.5" />
      {equal ? 'equal' : 'different'}
    </span>
  )
}

function Hash({ whose, hash }: { readonly whose: string; readonly hash: string | null }) {
  if (hash === null) return null
  return (
    <p className="text-xs text-ink-3">
      {whose} <code className="wire text-ink-2 [overflow-wrap:anywhere]">{hash}</code>
    </p>
  )
}
