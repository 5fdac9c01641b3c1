import { isObject } from '@/lib/core/json'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const trustWords: Readonly<Record<string, string>> = {
  trusted: 'leads to a trust anchor',
  untrusted: 'does not lead to a trust anchor of this session',
}

/** The certificate chain of an issuer: its length, the subject of the first certificate, and where it leads. */
export function ChainFacts({ x5c }: { readonly x5c: unknown }) {
  if (!isObject(x5c)) {
    return (
      <p className="text-sm text-ink-2">
        The credential has no certificate, so the key of its issuer is unknown here. The service never fetches keys.
      </p>
    )
  }
  const leaf = isObject(x5c.leaf) ? x5c.leaf : {}
  const trust = text(x5c.trust)
  const count = typeof x5c.count === 'number' ? x5c.count : 0
  return (
    <Facts
      facts={[
        ['Certificates', `${count}${x5c.chained === false ? ', does not form a chain' : ''}`],
        ['Trust', trust === null ? null : (trustWords[trust] ?? trust)],
        ['Subject', text(leaf.subject)],
        ['Issued by', text(leaf.issuer)],
        ['Names', Array.isArray(leaf.san) ? leaf.san.filter((name) => typeof name === 'string').join(', ') : null],
        ['Valid', leaf.not_before && leaf.not_after ? `${text(leaf.not_before)} to ${text(leaf.not_after)}` : null],
        ['SHA-256', text(leaf.sha256) && <code className="wire text-xs">{text(leaf.sha256)}</code>],
      ]}
    />
  )
}
