import type { ShownOwnIdentity } from '@/lib/queries/own-identities'
import { LocalTime } from '../ui/local-time'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'

const wire = (text: string) => <code className="wire text-xs [overflow-wrap:anywhere]">{text}</code>

/** The access certificates that the operator brought, for testers to name. */
export function OwnIdentities({ identities }: { readonly identities: readonly ShownOwnIdentity[] }) {
  return (
    <Panel labelledBy="own-identities">
      <PanelHeading id="own-identities" title="Own identities of this installation" />
      {identities.length === 0 ? (
        <p className="p-4 text-sm text-ink-2">
          None. The operator adds one as a folder below {wire('trust/identities/')} of the data directory, and a session
          request names it as {wire('trust_identity')}.
        </p>
      ) : (
        <>
          <p className="px-4 pt-4 text-sm text-ink-2">
            Access certificates of real organisations that the operator brought. A session request names one as{' '}
            {wire('trust_identity')}; a wallet trusts it by the lists of its own authority, not by ours.
          </p>
          <ul className="grid gap-x-6 gap-y-5 p-4 text-sm md:grid-cols-2">
            {identities.map((identity) => (
              <OwnIdentity key={identity.id} identity={identity} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** What a session has that names an identity without a registration certificate of its own. */
const withoutRegistration = ({ name, canBeRegistered }: ShownOwnIdentity, as: 'verifier' | 'issuer'): string => {
  if (as === 'issuer' && name === null) return 'no session, since an issuer must be an organisation.'
  return canBeRegistered
    ? 'our registrar registers it for each session.'
    : 'not registered, since its certificate has no identifier.'
}

function OwnIdentity({ identity }: { readonly identity: ShownOwnIdentity }) {
  const { id, name, identifier, service, chain, authority, validFrom, validUntil, isCurrent, registrations } = identity
  return (
    <li className="grid min-w-0 content-start gap-1">
      <p className="[overflow-wrap:anywhere]">
        <span className="font-medium">{name ?? 'A natural person, not named here'}</span>, named as {wire(id)}
      </p>
      <p className="text-ink-2">
        {identifier === null ? 'No identifier is shown' : wire(identifier)}
        {service !== null && <>; service {wire(service)}</>}
      </p>
      <ol className="grid gap-1">
        {chain.map(({ subject, sha256 }) => (
          <li key={sha256} className="grid">
            <span className="[overflow-wrap:anywhere]">{subject}</span>
            <span className="text-ink-2">SHA-256 {wire(sha256)}</span>
          </li>
        ))}
      </ol>
      <p className="[overflow-wrap:anywhere]">Issued by {authority}</p>
      <p className={isCurrent ? 'text-ink-2' : 'text-warn-ink'}>
        {isCurrent ? 'Valid' : 'Not valid now, so no session can have it: valid'} from{' '}
        <LocalTime at={validFrom} to="second" /> until <LocalTime at={validUntil} to="second" />
      </p>
      {(['verifier', 'issuer'] as const).map((as) => {
        const own = registrations.find((one) => one.service === as)
        return (
          <p key={as} className="text-ink-2 [overflow-wrap:anywhere]">
            As {as}:{' '}
            {own === undefined
              ? withoutRegistration(identity, as)
              : `registered ${own.register === null ? 'with a register that is not named' : `at ${own.register}`}`}
            {own?.validUntil != null && (
              <>
                {' '}
                until <LocalTime at={own.validUntil} to="second" />
              </>
            )}
          </p>
        )
      })}
    </li>
  )
}
