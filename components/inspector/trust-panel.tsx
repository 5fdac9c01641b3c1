import Link from 'next/link'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { trustListNames } from '@/lib/core/shared/trust/lists/profiles'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { type HrefOf, paths } from '@/lib/paths'
import { listWords } from '../trust/trust-words'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Panel, PanelPart } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { LocalTime } from '../ui/time'
import { ExplainedTree } from './explained-tree'
import { Facts } from './facts'
import { providedTypes, type RegisteredStanding, registeredTypes } from './model/registered-rows'

type Presented = NonNullable<PresentationSessionView['trust']>
type Issued = NonNullable<IssuanceSessionView['trust']>

interface TrustPanelProps {
  readonly trust: Presented | Issued
  readonly hrefOf: HrefOf
}

const wire = (text: string) => <code className="wire text-xs [overflow-wrap:anywhere]">{text}</code>

/** Our trust identity, what we are registered for, and what the wallet read to verify it. */
export function TrustPanel({ trust, hrefOf }: TrustPanelProps) {
  const { framework, identity, access_certificate: access, registration_certificate: registration } = trust
  return (
    <Panel labelledBy="trust" className="mt-4 scroll-mt-16">
      <PanelHeading
        id="trust"
        title="Trust"
        aside={framework === 'eu' ? 'European framework' : 'test root'}
        actions={
          <Link className="link target text-sm" href={paths.trust()}>
            What a wallet needs
          </Link>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 p-4 md:grid-cols-2">
        <PanelPart title="Who we are to the wallet">
          {identity === null ? (
            <p className="text-sm text-ink-2">No organisation: the test root signs, which no list names.</p>
          ) : (
            <Facts
              facts={[
                ['Name', identity.own ? `${identity.name} (own certificate)` : identity.name],
                ['Identifier', identity.identifier],
                ['Service', identity.service],
              ]}
            />
          )}
        </PanelPart>
        <PanelPart title="Access certificate">
          {access === null ? (
            <p className="text-sm text-ink-2">None.</p>
          ) : (
            <Facts
              facts={[
                ['Subject', access.subject],
                ['Issued by', access.issuer],
                ['Valid until', <LocalTime key="u" at={access.not_after} />],
                ['Policies', access.policies.length === 0 ? 'none' : wire(access.policies.join(', '))],
                ['SHA-256', wire(access.sha256)],
                ['Chain', `${chainWords(access)}: the wallet has the authority above it, from a list or by hand`],
              ]}
            />
          )}
        </PanelPart>
        <PanelPart title={'asked' in trust ? 'Registered, and asked for' : 'Registered to issue, and offered'}>
          {'asked' in trust ? <RegisteredAndAsked trust={trust} /> : <RegisteredToIssue trust={trust} />}
        </PanelPart>
        <PanelPart title="Registration certificate">
          {registration.source === 'none' ? (
            <p className="text-sm text-ink-2">None is sent.</p>
          ) : (
            <>
              <p className="text-sm text-ink-2">
                {registration.source === 'made' ? 'Made by our registrar for this session.' : 'Of another registrar.'}{' '}
                Decoded, not verified.
              </p>
              {registration.claims === null ? (
                <p className="text-sm">It cannot be decoded.</p>
              ) : (
                <details className="min-w-0">
                  <summary className="chevron flex min-h-6 items-center text-sm">Header and claims</summary>
                  <div className="mt-2">
                    <ExplainedTree value={{ header: registration.header, claims: registration.claims }} openDepth={3} />
                  </div>
                </details>
              )}
            </>
          )}
        </PanelPart>
        <PanelPart title="Lists of this session">
          <SessionLists trust={trust} />
        </PanelPart>
        <PanelPart title="Read so far">
          <Reads trust={trust} hrefOf={hrefOf} />
        </PanelPart>
      </div>
    </Panel>
  )
}

/** Which certificates of the chain are sent. The trust anchor is not. HAIP-6.1.1 */
function chainWords({ chain_length: length, dropped }: NonNullable<Presented['access_certificate']>): string {
  const sent = length === 1 ? 'the certificate alone' : `${length} certificates, this one first`
  return dropped.length === 0 ? sent : `${sent}, without the trust anchor that was brought along`
}

const standings: Readonly<Record<RegisteredStanding, string>> = {
  asked: 'asked for',
  over_asked: 'asked for, not registered',
  not_asked: 'registered, not asked for',
}

function RegisteredAndAsked({ trust }: { readonly trust: Presented }) {
  const types = registeredTypes(trust)
  const isRegistered = trust.over_asked !== null
  return (
    <>
      <p className="text-sm text-ink-2">
        {!isRegistered
          ? 'Without a registration certificate nothing is registered.'
          : trust.over_asked?.length === 0
            ? 'Everything that is asked for is registered.'
            : 'More is asked for than is registered: a wallet should warn, and let its user decide.'}
      </p>
      {types.map(({ format, type, rows }) => (
        <div key={`${format} ${type}`} className="grid min-w-0 gap-1 text-sm">
          <p className="[overflow-wrap:anywhere]">
            {wire(type)} <span className="text-ink-2">as {format}</span>
          </p>
          <ul className="grid gap-0.5">
            {rows.map(({ claim, standing }) => (
              <li
                key={claim ?? ''}
                className={
                  standing === 'over_asked'
                    ? 'flex flex-wrap gap-x-2 rounded-sm bg-warn-soft px-1.5 text-warn-ink'
                    : 'flex flex-wrap gap-x-2 px-1.5'
                }
              >
                <span className="wire text-xs/[1.7] [overflow-wrap:anywhere]">{claim ?? 'all claims'}</span>
                {(standing !== 'asked' || isRegistered) && (
                  <span className={standing === 'over_asked' ? 'inline-flex items-center gap-1' : 'text-ink-2'}>
                    {standing === 'over_asked' && <Icon name="warn" className="size-3.5" />}
                    {standing === 'asked' ? 'asked for, registered' : standings[standing]}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

const provisions = {
  registered: 'offered, registered',
  over_provided: 'offered, not registered',
  not_offered: 'registered, not offered',
  offered: 'offered',
} as const

/** Credential types that an issuer offers beside those in its registration certificate. */
function RegisteredToIssue({ trust }: { readonly trust: Issued }) {
  const rows = providedTypes(trust)
  const { over_provided: excess } = trust
  return (
    <>
      <p className="text-sm text-ink-2">
        {excess === null
          ? 'Without a registration certificate nothing is registered.'
          : excess.length === 0
            ? 'Everything that is offered is registered.'
            : 'More is offered than is registered: a wallet must not ask for it.'}
      </p>
      <ul className="grid gap-1 text-sm">
        {rows.map(({ format, type, standing }) => (
          <li
            key={`${format} ${type}`}
            className={
              standing === 'over_provided'
                ? 'flex flex-wrap gap-x-2 rounded-sm bg-warn-soft px-1.5 text-warn-ink'
                : 'flex flex-wrap gap-x-2 px-1.5'
            }
          >
            <span className="[overflow-wrap:anywhere]">
              {wire(type)} as {format}
            </span>
            <span className={standing === 'over_provided' ? 'inline-flex items-center gap-1' : 'text-ink-2'}>
              {standing === 'over_provided' && <Icon name="warn" className="size-3.5" />}
              {provisions[standing]}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** List URLs to copy. They are not links, because opening one would be recorded as a read. */
function SessionLists({ trust: { lists } }: Pick<TrustPanelProps, 'trust'>) {
  const base = lists.alias === null ? lists.base : lists.base.replace(/\/s\/[^/]+\/lists$/, `/a/${lists.alias}/lists`)
  return (
    <>
      <p className="text-sm text-ink-2">
        {lists.alias === null
          ? 'Copy an address for your wallet: to open it here would be a read of this session.'
          : 'Found by their alias, as long as no newer session has it. To open one here would be a read of this session.'}
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">
        {wire(base)} <CopyButton text={base} what="address below which the lists are" />
      </p>
      <details className="min-w-0">
        <summary className="chevron flex min-h-6 items-center text-sm">Each list</summary>
        <ul className="mt-2 grid gap-1 text-sm">
          {trustListNames.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <span>{listWords[name] ?? name}</span>
              <CopyButton text={`${base}/${name}.jwt`} what={`address: ${listWords[name] ?? name}`} />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

const resourceWords = {
  list: 'list',
  status: 'status of the registration certificate',
  crl: 'revocation list',
  register: 'register',
  ca: 'certificate of an authority',
} as const

const byWords = { alias: 'by the alias', client: 'of the installation, inferred' } as const

function Reads({ trust: { reads, reads_further: further }, hrefOf }: TrustPanelProps) {
  if (reads.length === 0)
    return (
      <p className="text-sm text-ink-2">
        Nothing yet. A wallet that read the lists before may keep them for a while, and one that trusts single
        certificates reads none.
      </p>
    )
  return (
    <>
      <ol className="grid gap-1 text-sm">
        {reads.map(({ at, resource, name, sequence, by, exchange_id: exchange }) => (
          <li key={`${at} ${exchange ?? name}`} className="flex flex-wrap items-baseline gap-x-2">
            <LocalTime at={at} to="second" />
            {exchange === null ? (
              <ReadWords resource={resource} name={name} />
            ) : (
              <Link className="link target" href={hrefOf({ exchange })} scroll={false} prefetch={false}>
                <ReadWords resource={resource} name={name} />
              </Link>
            )}
            {sequence !== undefined && <span className="text-ink-2">release {sequence}</span>}
            {by !== 'session' && <span className="text-ink-2">{byWords[by]}</span>}
          </li>
        ))}
      </ol>
      {further > 0 && <p className="text-sm text-ink-2">At least {further} more are counted only.</p>}
    </>
  )
}

function ReadWords({ resource, name }: { readonly resource: keyof typeof resourceWords; readonly name: string }) {
  return resource === 'list' ? `${listWords[name] ?? name}` : resourceWords[resource]
}
