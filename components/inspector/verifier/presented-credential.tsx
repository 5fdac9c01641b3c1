import { isObject, type JsonObject } from '@/lib/core/ground/values/json'
import { Facts } from '../facts'
import { FindingLine } from '../finding-line'
import { Folded } from '../folded'
import { type ClaimRow, disclosuresByName, type PresentedResult } from '../model/presented-result'
import { ChainFacts } from './chain-facts'
import { ClaimTable } from './claim-table'
import { DecodedPart } from './decoded-part'
import { MdocParts } from './mdoc-parts'
import { TransactionFacts } from './transaction-facts'

interface PresentedCredentialProps {
  readonly presented: PresentedResult
  /** Its name, e.g. the id of its query. */
  readonly name: string
  readonly hrefOfCheck: (checkId: string, exchangeId: string | null) => string
}

/**
 * Copies the value: shared with the decoded parts, the RSC payload would hold a reference, which is longer than most
 * values.
 */
const withOwnValue = (claim: ClaimRow): ClaimRow =>
  isObject(claim.value) ? { ...claim, value: { ...claim.value } } : claim

const yesNo = (value: boolean | null): string => (value === null ? 'not judged' : value ? 'yes' : 'no')

/** One presented credential: its claims, what is wrong with it, and its decoded parts. */
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
        <ClaimTable claims={claims.map(withOwnValue)} caption={`Claims of ${name}`} />
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

/** What the issuer signed as an SD-JWT VC, and what the holder signed with it. */
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
