import type { IssuerView } from '@/lib/queries/issuers'
import { Facts } from '../inspector/facts'
import { Note } from '../ui/note'

/** An issuer configuration: its requirements and documents. */
export function IssuerCard({ issuer }: { readonly issuer: IssuerView }) {
  const links = [
    ['Issuer metadata', issuer.credential_issuer_metadata],
    ['Server metadata', issuer.authorization_server_metadata],
    ['Trust anchor', `${issuer.credential_issuer}/trust-anchor.pem`],
  ] as const
  return (
    <article className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4 text-sm">
      <h3 className="text-md">{issuer.id}</h3>
      <p className="text-ink-2">{issuer.description}</p>
      <Facts
        facts={[
          [
            'Proof types',
            `${issuer.proofTypes.join(' and ')}, ${issuer.keyAttestationsRequired ? 'keys attested' : 'not attested'}`,
          ],
          ['Formats', issuer.formats.join(', ')],
          ['Profile', issuer.claimsHaip ? 'HAIP 1.0' : null],
        ]}
      />
      {issuer.warning !== undefined && <Note kind="warning">{issuer.warning}</Note>}
      <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-1">
        {links.map(([name, href]) => (
          <a key={name} className="link target" href={href}>
            {name}
          </a>
        ))}
      </p>
    </article>
  )
}
