import { Fragment, type ReactNode } from 'react'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { Icon } from '../../ui/icon'
import { FindingLine } from '../check-detail'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import { Folded } from '../folded'
import {
  type ClaimRow,
  disclosuresByName,
  documentsOf,
  elementsByName,
  type PresentedResult,
} from '../model/presented-result'
import { ClaimTable } from './claim-table'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const trustWords: Readonly<Record<string, string>> = {
  trusted: 'chains to a trust anchor',
  untrusted: 'does not chain to a trust anchor of this session',
}

/** Certificate chain of an issuer: length, anchor, and content of each certificate, leaf first. */
function ChainFacts({ x5c }: { readonly x5c: unknown }) {
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

interface DecodedPartProps {
  readonly title: string
  readonly tree: JsonObject | Readonly<Record<string, unknown>>
}

/** A decoded part of a credential, collapsed by default. */
function DecodedPart({ title, tree }: DecodedPartProps) {
  return (
    <Folded title={title}>
      <ExplainedTree value={tree} openDepth={2} />
    </Folded>
  )
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

const methodWords: Readonly<Record<string, string>> = {
  deviceSignature: 'a signature of the device',
  deviceMac: 'a MAC of the device',
}

/** Documents of a presented mdoc: what the issuer signed, and how the device proved possession. */
function MdocParts({ decoded }: { readonly decoded: JsonObject }) {
  const documents = documentsOf(decoded)
  if (documents.length === 0) return <p className="text-sm text-ink-2">It contains no document.</p>
  return documents.map((document, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: documents have no names, and the list never changes
    <DocumentParts key={index} document={document} ordinal={documents.length > 1 ? index + 1 : null} />
  ))
}

function DocumentParts({ document, ordinal }: { readonly document: JsonObject; readonly ordinal: number | null }) {
  const { doc_type, mso, elements, issuer_auth, device_signed } = document
  const validity = isObject(mso) && isObject(mso.validity) ? mso.validity : {}
  const device = isObject(device_signed) ? device_signed : null
  const methods = texts(device?.methods)
  const own = texts(device?.elements)
  return (
    <>
      <Facts
        facts={[
          [ordinal === null ? 'Document type' : `Document ${ordinal}`, text(doc_type)],
          [
            'Valid',
            validity.valid_from && validity.valid_until
              ? `${text(validity.valid_from)} to ${text(validity.valid_until)}`
              : null,
          ],
          [
            'Device proof',
            methods.length === 0 ? 'none' : methods.map((method) => methodWords[method] ?? method).join(', '),
          ],
          ['Stated by the device', own.length === 0 ? null : own.join(', ')],
        ]}
      />
      {isObject(mso) && <DecodedPart title="Mobile security object as decoded" tree={mso} />}
      {Array.isArray(elements) && elements.length > 0 && (
        <DecodedPart title="Elements as decoded" tree={elementsByName(document)} />
      )}
      <Folded title="Certificate chain of the issuer">
        <ChainFacts x5c={isObject(issuer_auth) ? issuer_auth.x5chain : null} />
      </Folded>
    </>
  )
}

const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Transaction data of the request beside what one presentation returned for it, entry by entry. */
function TransactionFacts({ transactions }: { readonly transactions: JsonObject }) {
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

interface PresentedCredentialProps {
  readonly presented: PresentedResult
  /** Display name, e.g. the query id. */
  readonly name: string
  readonly hrefOfCheck: (checkId: string, exchangeId: string | null) => string
}

/**
 * Copies the value: if it were shared with the decoded parts, the RSC payload would hold a reference, which is longer
 * than most values.
 */
const copyValue = (claim: ClaimRow): ClaimRow =>
  isObject(claim.value) ? { ...claim, value: { ...claim.value } } : claim

const yesNo = (value: boolean | null): string => (value === null ? 'not judged' : value ? 'yes' : 'no')

/** One presented credential: claims, problems, and decoded parts. */
export function PresentedCredential({ presented, name, hrefOfCheck }: PresentedCredentialProps) {
  const { claims, signatureValid, holderProven, issuerTrusted, read, decoded, transactions, findings } = presented
  if (!read || decoded === null) {
    return (
      <p className="text-sm text-ink-2">
        This presentation cannot be read. It is on record, but its content was not judged.
      </p>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {claims.length > 0 ? (
        <ClaimTable claims={claims.map(copyValue)} caption={`Claims of ${name}`} />
      ) : (
        <p className="text-sm text-ink-2">No claim was requested, and none was disclosed.</p>
      )}
      <Facts
        facts={[
          ['Signature valid', yesNo(signatureValid)],
          ['Holder proven', yesNo(holderProven)],
          ['Issuer trusted', yesNo(issuerTrusted)],
        ]}
      />
      {transactions !== null && <TransactionFacts transactions={transactions} />}
      {findings.length > 0 && (
        <ul className="grid gap-2 border-t border-line pt-3">
          {findings.map((finding) => (
            <FindingLine
              key={`${finding.id} ${finding.occurrence}`}
              finding={finding}
              href={hrefOfCheck(finding.id, finding.exchange_id)}
            />
          ))}
        </ul>
      )}
      {decoded.format === 'mso_mdoc' ? <MdocParts decoded={decoded} /> : <SdJwtParts decoded={decoded} />}
    </div>
  )
}

/** The issuer-signed and the holder-signed part of an SD-JWT VC. */
function SdJwtParts({ decoded }: { readonly decoded: JsonObject }) {
  return (
    <>
      <DecodedPart
        title="SD-JWT VC as decoded"
        tree={{ header: decoded.header ?? null, claims: decoded.claims ?? null }}
      />
      {Array.isArray(decoded.disclosures) && decoded.disclosures.length > 0 && (
        <DecodedPart title="Disclosures as decoded" tree={disclosuresByName(decoded)} />
      )}
      {isObject(decoded.key_binding) ? (
        <DecodedPart title="Key binding JWT as decoded" tree={withoutSignature(decoded.key_binding)} />
      ) : (
        <p className="text-sm text-ink-2">It has no key binding JWT.</p>
      )}
      <Folded title="Certificate chain of the issuer">
        <ChainFacts x5c={isObject(decoded.header) ? decoded.header.x5c : null} />
      </Folded>
    </>
  )
}

/** The signature result is shown above, for the presentation as a whole. */
const withoutSignature = ({ signature: _signature, ...tree }: Readonly<Record<string, unknown>>) => tree
