import { Fragment } from 'react'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { type StepMark, type WalletSteps, walletSteps } from '@/lib/phone/wallet-steps'
import type { ShownOwnIdentity } from '@/lib/queries/own-identities'
import type { ShownAnchor } from '@/lib/queries/trust'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { QrCode } from '../ui/qr-code'
import { LocalTime } from '../ui/time'
import { anchorWords } from './trust-words'

/** Certificates that a wallet may trust: purpose, and ways to get them. */
export function AnchorPanels({
  baseUrl,
  anchors,
}: {
  readonly baseUrl: string
  readonly anchors: readonly ShownAnchor[]
}) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {anchors.map((anchor) => (
        <AnchorPanel key={anchor.id} baseUrl={baseUrl} anchor={anchor} />
      ))}
    </div>
  )
}

function AnchorPanel({
  baseUrl,
  anchor: { id, list, pem, fingerprint },
}: {
  readonly baseUrl: string
  readonly anchor: ShownAnchor
}) {
  const { title, purpose } = anchorWords[id] ?? { title: id, purpose: '' }
  const der = paths.api.listedAnchors(list, 'cer')
  const listAddress = `${baseUrl}${paths.api.trustList(list)}`
  return (
    <Panel labelledBy={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {title}
      </h3>
      <p className="text-sm text-ink-2">{purpose}</p>
      <dl className="facts">
        <div>
          <dt>SHA-256</dt>
          <dd className="wire text-xs/[1.6] [overflow-wrap:anywhere]">{fingerprint}</dd>
        </div>
        <div>
          <dt>{id === 'list-operator' ? 'List of lists' : 'List'}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <span className="wire text-xs">{listAddress}</span>{' '}
            <CopyButton text={listAddress} what={`address of the list: ${title}`} />
          </dd>
        </div>
      </dl>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CopyButton text={pem} what={`PEM: ${title}`} label="Copy PEM" />
        <a className="link target text-sm" href={paths.api.listedAnchors(list, 'pem')}>
          PEM<span className="sr-only"> of {title}</span>
        </a>
        <a className="link target text-sm" href={der}>
          DER<span className="sr-only"> of {title}</span>
        </a>
      </p>
      <details>
        <summary className="chevron flex min-h-6 items-center text-sm">QR code for a phone</summary>
        <div className="mt-2 rounded-md border border-line bg-qr-light">
          <QrCode text={`${baseUrl}${der}`} label={`QR code of the DER file: ${title}`} />
        </div>
      </details>
    </Panel>
  )
}

const wire = (text: string) => <code className="wire text-xs [overflow-wrap:anywhere]">{text}</code>

/** Access certificates supplied by the operator, for testers to choose. */
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

/** What a session gets if its identity has no registration certificate of its own. */
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

const marks: Readonly<Record<StepMark, string>> = {
  tried: 'text-pass-ink',
  'read in its source': 'text-ink-2',
  'not verified': 'text-warn-ink',
}

/** How to make each wallet trust this installation, and how certain the steps are. */
export function WalletGuide({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <section aria-labelledby="wallets" className="grid gap-4">
      <div className="grid max-w-[820px] gap-1">
        <h2 id="wallets" className="text-lg">
          Steps for each wallet
        </h2>
        <p className="text-ink-2">
          Each step says how sure it is: <i>tried</i>; <i>read in its source</i>, that is in the code or the
          documentation of the wallet, and tried by nobody here; or <i>not verified</i>.
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {walletSteps(baseUrl).map((wallet) => (
          <WalletPanel key={wallet.wallet} {...wallet} />
        ))}
      </div>
    </section>
  )
}

function WalletPanel({ wallet, steps }: WalletSteps) {
  const id = wallet.toLowerCase().replace(/\W+/g, '-')
  return (
    <Panel labelledBy={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {wallet}
      </h3>
      <ul className="grid list-disc gap-2 pl-5">
        {steps.map(({ text, mark, where }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <WithCode text={text} />{' '}
            <span className={cn('text-sm whitespace-nowrap', marks[mark])}>
              <b className="font-medium">{mark}</b>
            </span>
            {where !== undefined && <span className="text-sm text-ink-2"> ({where})</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Text with code between backticks. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => {
    const key = String(at)
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })
}
