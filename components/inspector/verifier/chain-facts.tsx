import { Fragment, type ReactNode } from 'react'
import { isObject } from '@/lib/core/ground/values/json'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const trustWords: Readonly<Record<string, string>> = {
  trusted: 'chains to a trust anchor',
  untrusted: 'does not chain to a trust anchor of this session',
}

/** The certificate chain of an issuer: its length, where it leads, and the content of each certificate, leaf first. */
export function ChainFacts({ x5c }: { readonly x5c: unknown }) {
  if (!isObject(x5c)) {
    return (
      <p className="text-sm text-ink-2">
        The credential has no certificate, so the key of its issuer is unknown here. The service never fetches keys.
      </p>
    )
  }
  const issuers = Array.isArray(x5c.issuers) ? x5c.issuers.filter(isObject) : []
  const trust = text(x5c.trust)
  const count = typeof x5c.count === 'number' ? x5c.count : 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Facts
        facts={[
          ['Certificates', `${count}${x5c.chained === false ? ', does not form a chain' : ''}`],
          ['Trust', trust === null ? null : (trustWords[trust] ?? trust)],
          ...(isObject(x5c.leaf) ? factsOf(x5c.leaf) : []),
        ]}
      />
      {issuers.map((certificate, index) => (
        <Fragment key={text(certificate.sha256) ?? index}>
          <p className="border-t border-line pt-3 text-sm text-ink-2">Certificate {index + 2}</p>
          <Facts facts={factsOf(certificate)} />
        </Fragment>
      ))}
    </div>
  )
}

type CertificateFacts = Readonly<Record<string, unknown>>

function factsOf(certificate: CertificateFacts): (readonly [name: string, value: ReactNode])[] {
  const { subject, issuer, san, not_before, not_after } = certificate
  return [
    ['Subject', text(subject)],
    ['Issued by', text(issuer)],
    ['Names', Array.isArray(san) ? san.filter((name) => typeof name === 'string').join(', ') : null],
    ['Valid', not_before && not_after ? `${text(not_before)} to ${text(not_after)}` : null],
    ['Serial number', wire(certificate.serial)],
    ['Key identifier', wire(certificate.ski)],
    ['Key of its issuer', wire(certificate.aki)],
    ['SHA-256', wire(certificate.sha256)],
  ]
}

const wire = (value: unknown): ReactNode => text(value) && <code className="wire text-xs">{text(value)}</code>
