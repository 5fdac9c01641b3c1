import { cn } from '@/lib/cn'
import type { PublicStatement } from '@/lib/core/campaigns/statement/public-statement'
import { toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import { type PublishedWalletView, problemOf } from '@/lib/queries/wallets'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { WalletName } from '../ui/wallet-name'
import { Day } from './day'
import { areaResults, type CountedCase, countedCases, failingChecks, howTested } from './statement-figures'

interface WalletPageProps {
  readonly wallet: PublishedWalletView
  readonly document: PublicStatement
}

/** What an organisation published of a wallet: numbers, what fails, how it was tested. Prints on one page. */
export function WalletPage({ wallet, document }: WalletPageProps) {
  const { statement, state } = wallet
  const cases = countedCases(document)
  return (
    <article className="wallet-page mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-3.5 px-4 pb-12 md:px-6">
      <WalletHead {...wallet} />
      {state === 'expired' && (
        <Note kind="information">
          This statement expired on <Day at={toIso(statement.expiresAt)} />. Its numbers say nothing of the wallet
          today.
        </Note>
      )}
      <Numbers document={document} cases={cases} isExpired={state === 'expired'} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Areas cases={cases} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <Fails cases={cases} />
          <HowTested document={document} cases={cases} />
          <Badge {...wallet} />
        </div>
      </div>
      <Versions {...wallet} />
      <Verify {...wallet} />
    </article>
  )
}

function WalletHead({ statement, state, addressed }: PublishedWalletView) {
  const { slug, wallet, organisation, contact } = statement
  const [letter = '?'] = wallet.name.trim()
  const files = [
    ['Signed statement', 'statement.tar'] as const,
    ...(statement.whole ? [['Bundle with evidence', 'bundle.tar'] as const] : []),
  ]
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-5 md:pt-6">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-lg border border-line bg-sunk text-xl text-ink-2"
      >
        {letter.toLocaleUpperCase('en')}
      </span>
      <div className="mr-auto min-w-0">
        <h1 className={cn('text-xl [overflow-wrap:anywhere] md:text-2xl', state === 'expired' && 'text-ink-3')}>
          <WalletName {...wallet} />
        </h1>
        <p className="text-sm text-ink-2">
          Published by{' '}
          <b className="font-[550] text-ink">
            <bdi>{organisation}</bdi>
          </b>{' '}
          on <Day at={toIso(statement.publishedAt)} /> · {state === 'expired' ? 'expired' : 'valid until'}{' '}
          <Day at={toIso(statement.expiresAt)} /> · a self-assessment, no certificate
        </p>
        {contact !== null && (
          <p className="text-sm">
            <a className="link target [overflow-wrap:anywhere]" href={contact} rel="nofollow noopener noreferrer">
              {contact.replace(/^mailto:/, '')}
            </a>
          </p>
        )}
      </div>
      <nav aria-label="Files" className="flex flex-wrap gap-2">
        {files.map(([name, file]) => (
          <a
            key={file}
            className={buttonClass()}
            href={renderedPaths.publishedFile(slug, wallet.version, file, addressed)}
          >
            <Icon name="download" />
            {name}
          </a>
        ))}
      </nav>
    </header>
  )
}

function Numbers({
  document: { counts, fcaf },
  cases,
  isExpired,
}: {
  readonly document: PublicStatement
  readonly cases: readonly CountedCase[]
  readonly isExpired: boolean
}) {
  const { headline } = counts
  const without = headline.inconclusive + headline.not_run
  const byDriver = headline.told_by_driver ?? 0
  const unrecorded = headline.told_unrecorded ?? 0
  const numbers = [
    [String(headline.passed), `of ${headline.of} required cases passed`],
    [String(headline.failed), 'failed', headline.failed > 0 && !isExpired],
    [String(without), 'without a verdict'],
    [
      String(byDriver + headline.told + unrecorded),
      `told: ${byDriver} by a driver, ${headline.told} by a person${unrecorded === 0 ? '' : `, ${unrecorded} by whom is not recorded`}`,
    ],
    [
      // A statement from before there was a second edition has its date only.
      fcaf.edition ?? fcaf.date,
      `edition of the official cases, ${fcaf.complete === false ? 'which is partial, ' : ''}${counts.cases} cases`,
    ],
  ] as const
  return (
    <Panel labelledBy="numbers" className="grid gap-3 px-4 py-3.5">
      <h2 id="numbers" className="sr-only">
        Numbers
      </h2>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {numbers.map(([value, words, isRed = false]) => (
          <div key={words} className="grid">
            <dt className="order-2 text-xs text-ink-2">{words}</dt>
            <dd className={cn('text-lg font-[550] tabular-nums', isRed && 'text-fail-ink', isExpired && 'text-ink-3')}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <span
        role="img"
        aria-label={`${headline.passed} passed, ${headline.failed} failed, ${without} without a verdict`}
        className={cn('strip h-auto flex-wrap gap-y-2', isExpired && 'grayscale')}
      >
        {cases.map(({ id, result }) => (
          <span key={id} className="flex h-[18px] items-end">
            <i className={result === 'failed' ? 'f' : result === 'passed' ? undefined : 'n'} />
          </span>
        ))}
      </span>
    </Panel>
  )
}

function Areas({ cases }: { readonly cases: readonly CountedCase[] }) {
  return (
    <Panel labelledBy="areas">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2.5">
        <h2 id="areas" className="text-md">
          What it can do
        </h2>
        <span className="text-xs text-ink-3">passed of decided, required cases</span>
      </div>
      <ul>
        {areaResults(cases).map(({ area, passed, decided }) => (
          <li
            key={area}
            className="grid h-9 grid-cols-[minmax(0,1fr)_5rem_3.5rem] md:grid-cols-[minmax(0,1fr)_9rem_4rem] items-center gap-3 border-b border-line px-4 text-sm last:border-0"
          >
            <span className="truncate">{area}</span>
            {decided === 0 ? (
              <span className="text-ink-3">not tested</span>
            ) : (
              <span aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-sm bg-line">
                <i className="h-full bg-pass-mark" style={{ flexGrow: passed }} />
                <i className="h-full bg-fail-mark" style={{ flexGrow: decided - passed }} />
              </span>
            )}
            <span className="text-right tabular-nums">{decided === 0 ? '·' : `${passed}/${decided}`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Rows that stand on a page of paper beside the rest. */
const failsMax = 12

function Fails({ cases }: { readonly cases: readonly CountedCase[] }) {
  const failing = failingChecks(cases)
  const failed = cases.filter(({ result }) => result === 'failed').length
  return (
    <Panel labelledBy="fails">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2.5">
        <h2 id="fails" className="text-md">
          What fails
        </h2>
        <span className="text-xs text-ink-3">
          {failed === 0
            ? 'nothing'
            : `${failed} ${failed === 1 ? 'case' : 'cases'}, ${failing.length} ${failing.length === 1 ? 'cause' : 'causes'}`}
        </span>
      </div>
      {failing.length === 0 ? (
        <p className="px-4 py-2.5 text-sm text-ink-2">No required case failed.</p>
      ) : (
        <ul>
          {failing.slice(0, failsMax).map(({ check, count }) => (
            <li key={check ?? ''} className="grid gap-0.5 border-b border-line px-4 py-2 text-sm last:border-0">
              <span className="flex items-center gap-2">
                <Icon name="fail" className="size-3.5 shrink-0 text-fail-ink" />
                {check === null ? (
                  <span>told, without a rule</span>
                ) : (
                  <a className="link target wire min-w-0 text-xs [overflow-wrap:anywhere]" href={paths.check(check)}>
                    {check}
                  </a>
                )}
                <span className="ml-auto whitespace-nowrap text-ink-3">
                  {count} {count === 1 ? 'case' : 'cases'}
                </span>
              </span>
              {check !== null && problemOf(check) !== null && (
                <span className="pl-[22px] text-xs text-ink-2">{problemOf(check)}</span>
              )}
            </li>
          ))}
          {failing.length > failsMax && (
            <li className="px-4 py-2 text-sm text-ink-2">and {failing.length - failsMax} more, in the statement</li>
          )}
        </ul>
      )}
    </Panel>
  )
}

function HowTested({
  document,
  cases,
}: {
  readonly document: PublicStatement
  readonly cases: readonly CountedCase[]
}) {
  const { from, to, parts, recorded } = howTested(document, cases)
  return (
    <Panel labelledBy="tested">
      <h2 id="tested" className="border-b border-line px-4 py-2.5 text-md">
        How it was tested
      </h2>
      <p className="px-4 py-2.5 text-sm text-ink-2">
        {parts.join(', ')}
        {from !== null && to !== null && (
          <>
            , {from.slice(0, 10) === to.slice(0, 10) ? 'on' : 'from'} <Day at={from} />
            {from.slice(0, 10) !== to.slice(0, 10) && (
              <>
                {' '}
                to <Day at={to} />
              </>
            )}
          </>
        )}
        . {recorded}
      </p>
    </Panel>
  )
}

function Badge({ statement: { slug }, origin }: PublishedWalletView) {
  const picture = renderedPaths.walletBadge(slug)
  const markdown = `[![tested wallet](${origin}${picture})](${origin}${paths.wallet(slug)})`
  return (
    <Panel labelledBy="badge" className="print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 id="badge" className="mr-auto text-md">
          Badge
        </h2>
        {/* biome-ignore lint/performance/noImgElement: the badge as a README shows it */}
        <img src={picture} alt="The badge of this wallet" height={20} className="h-auto max-w-full" />
      </div>
      <div className="flex items-start gap-2 px-4 py-2.5">
        <code className="wire min-w-0 text-xs text-ink-2 [overflow-wrap:anywhere]">{markdown}</code>
        <span className="shrink-0">
          <CopyButton text={markdown} what="the Markdown of the badge" />
        </span>
      </div>
    </Panel>
  )
}

/** Newest versions; older ones stay at their addresses. */
const versionsMax = 8

function Versions({ statement, versions }: PublishedWalletView) {
  return (
    <Panel labelledBy="versions">
      <h2 id="versions" className="border-b border-line px-4 py-2.5 text-md">
        Versions
      </h2>
      <ul>
        {versions.slice(0, versionsMax).map((one) => {
          const { passed, of, failed, causes } = one.counts
          const isExpired = one.state === 'expired'
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
            >
              <Icon
                name={isExpired ? 'unseen' : failed > 0 ? 'fail' : 'pass'}
                className={cn(
                  'size-3.5 shrink-0',
                  isExpired ? 'text-ink-3' : failed > 0 ? 'text-fail-ink' : 'text-pass-ink',
                )}
              />
              <a
                className="link target min-w-28 font-[550] [overflow-wrap:anywhere]"
                href={paths.walletVersion(one.slug, one.wallet.version, one.addressed)}
                aria-current={one.id === statement.id ? 'true' : undefined}
              >
                <bdi>{one.wallet.version}</bdi>
              </a>
              <span className="text-ink-2">edition {one.editionId}</span>
              <span className="min-w-28 tabular-nums">
                {passed} of {of}
              </span>
              <span className="mr-auto text-ink-2">
                {failed === 0 ? 'none failed' : `${failed} failed: ${causes} ${causes === 1 ? 'cause' : 'causes'}`}
              </span>
              <span className="text-ink-3">
                {isExpired ? 'expired' : 'valid until'} <Day at={toIso(one.expiresAt)} />
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function Verify({ statement: { slug, organisation, token }, rootSha256 }: PublishedWalletView) {
  return (
    <section aria-labelledby="verify" className="grid gap-1 text-sm text-ink-2">
      <h2 id="verify" className="text-sm font-[550] text-ink">
        Check it yourself
      </h2>
      <p className="[overflow-wrap:anywhere]">
        <code>npm run verify-report -- {slug}-statement.tar</code> verifies the signed statement, or drop it on{' '}
        <a className="link" href={paths.verify()}>
          the page that verifies bundles
        </a>
        . Its signature leads to the root with SHA-256 <code className="wire text-xs">{rootSha256}</code>.
      </p>
      <p>
        {token === null ? (
          <>
            The operator of this service published it for <bdi>{organisation}</bdi>.
          </>
        ) : (
          <>
            It was published by whoever held the publish token of <bdi>{organisation}</bdi>.
          </>
        )}{' '}
        This service does not verify who owns a wallet’s name.
      </p>
    </section>
  )
}
