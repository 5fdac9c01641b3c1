import Link from 'next/link'
import { headlineSentence } from '@/lib/core/campaigns/official-cases/coverage-counts'
import { editionFacts } from '@/lib/core/campaigns/official-cases/edition-facts'
import { caseVerdicts } from '@/lib/core/campaigns/official-cases/official-case'
import {
  methodWords,
  notPromised,
  promised,
  resultWords,
  selfAssessment,
  sessionsLeftWords,
  stricterWords,
} from '@/lib/core/campaigns/statement/statement-words'
import { type ConformanceStatement, methods } from '@/lib/core/campaigns/statement/z-statement'
import { visibleText } from '@/lib/core/shared/values/escape'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { FoldedPanel, Panel } from '../ui/panel'
import { LocalTime } from '../ui/time'
import { WalletName } from '../ui/wallet-name'
import { DeclarationForm } from './declaration-form'

interface StatementProps {
  readonly statement: ConformanceStatement
}

/** Conformance statement of a wallet: scope, declared features, contradictions, and how much it proves. */
export function StatementPage({ statement }: StatementProps) {
  const { wallet, counts, items, fcaf, sessions_left: sessionsLeft = 0 } = statement
  const { stricter = 0 } = counts.headline
  const declared = items.filter(({ support }) => support !== 'unknown').length
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <p className="text-sm text-ink-3">Statement</p>
          <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">
            <WalletName {...wallet} />
          </h1>
        </div>
        <StatementFiles wallet={wallet} edition={fcaf.edition} />
        <p className="flex flex-wrap gap-x-4 text-sm md:col-span-2">
          <Link className="link target" href={paths.coverage(wallet, fcaf.edition)} prefetch={false}>
            Official cases of this wallet
          </Link>
          {editionFacts
            .filter(({ id }) => id !== fcaf.edition)
            .map(({ id }) => (
              <Link key={id} className="link target" href={paths.statement(wallet, id)} prefetch={false}>
                Statement of the edition {id}
              </Link>
            ))}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Note kind="warning">{selfAssessment}</Note>
        {sessionsLeft > 0 && <Note kind="warning">{sessionsLeftWords(sessionsLeft)}</Note>}
        <Identity statement={statement} />
        <Panel labelledBy="counts">
          <h2 id="counts" className="px-4 pt-3 text-md">
            Counts
          </h2>
          <p className="px-4 py-2 text-ink-2">
            <strong className="font-[550] text-ink">Required: {headlineSentence(counts.headline)}.</strong> The
            framework requires these cases of a wallet, and they apply to this one. {stricterWords(stricter)}
          </p>
          <Counts counts={counts} />
        </Panel>
        <Contradicted items={items} />
        <FoldedPanel id="declared" title={`What is declared (${declared} of ${items.length} items)`} open>
          <DeclarationForm statement={statement} />
        </FoldedPanel>
        <Panel labelledBy="promised" className="px-4 py-3">
          <h2 id="promised" className="text-md">
            What is promised, and what is not
          </h2>
          <p className="mt-2 text-sm font-[550]">Promised</p>
          <Sentences of={promised} />
          <p className="mt-2 text-sm font-[550]">Not promised</p>
          <Sentences of={notPromised} />
        </Panel>
      </div>
    </div>
  )
}

/** Downloads of the statement: alone, or signed together with the evidence of its sessions. */
function StatementFiles({ wallet, edition }: Pick<ConformanceStatement, 'wallet'> & { readonly edition: string }) {
  const files = [
    ['JSON', paths.api.statement(wallet, { format: 'json', edition })],
    ['HTML', paths.api.statement(wallet, { format: 'html', edition })],
    ['CSV', paths.api.statement(wallet, { format: 'csv', edition })],
    ['Bundle with evidence', paths.api.bundle(wallet, edition)],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-2">
      {files.map(([name, href]) => (
        <a key={name} className={buttonClass({ size: 'small' })} href={href}>
          {name}
        </a>
      ))}
    </div>
  )
}

function Identity({ statement: { tester, made_at, service, catalogue, fcaf } }: StatementProps) {
  const by = [tester?.name, tester?.organisation].filter((one) => one != null).join(', ')
  const facts = [
    ['Declared by', by === '' ? 'Nobody is named' : <bdi key="by">{visibleText(by)}</bdi>],
    ['Made at', <LocalTime key="at" at={made_at} />],
    ['Made by', `Wallet Capture ${service.version}, ${service.base_url}`],
    ['Checks', `Catalogue ${catalogue.version}, ${catalogue.checks} checks`],
    ['Edition', fcaf.complete ? fcaf.edition : `${fcaf.edition}, partial: it does not hold all cases of its draft`],
    ['Cases', `Commit ${fcaf.commit} of ${fcaf.date}`],
    ['Table of cases', `SHA-256 ${fcaf.table_sha256}`],
  ] as const
  return (
    <Panel labelledBy="identity" className="px-4 py-3">
      <h2 id="identity" className="text-md">
        Identity
      </h2>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm md:grid-cols-[fit-content(12rem)_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Counts({ counts }: Pick<ConformanceStatement, 'counts'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, also by keyboard
    <section aria-label="Cases by method and result" tabIndex={0} className="overflow-x-auto px-4 pb-3">
      <table className="w-full text-sm">
        <caption className="sr-only">All {counts.cases} cases by who decided them and by result</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            <th scope="col" className="py-1 pr-3 font-[550]">
              Decided
            </th>
            {caseVerdicts.map((result) => (
              <th key={result} scope="col" className="py-1 pl-3 text-right font-[550]">
                {resultWords[result]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => {
            const counted = counts[method]
            return (
              counted !== undefined && (
                <tr key={method} className="border-b border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal">
                    {methodWords[method]}
                  </th>
                  {caseVerdicts.map((result) => (
                    <td key={result} className="py-1 pl-3 text-right tabular-nums">
                      {counted[result]}
                    </td>
                  ))}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Features declared as unsupported but observed. */
function Contradicted({ items }: Pick<ConformanceStatement, 'items'>) {
  const against = items.flatMap((one) =>
    one.contradicted_by_evidence === null ? [] : [{ ...one, by: one.contradicted_by_evidence }],
  )
  if (against.length === 0) return null
  return (
    <Panel labelledBy="contradicted">
      <h2 id="contradicted" className="px-4 pt-3 text-md">
        Contradicted by evidence ({against.length})
      </h2>
      <p className="px-4 pt-1 pb-2 text-sm text-ink-2">
        These are declared as not supported, and sessions show the contrary. Their cases are judged.
      </p>
      <ul>
        {against.map(({ item, title, by }) => (
          <li key={item} className="grid gap-1 border-t border-line px-4 py-2.5 text-sm">
            <p>
              <strong className="font-[550]">{title}</strong>
              {by.values.length > 0 && <span className="[overflow-wrap:anywhere]">: {by.values.join(', ')}</span>}
            </p>
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              {by.sessions.map((id) => (
                <li key={id}>
                  <a className="link target [overflow-wrap:anywhere]" href={paths.inspectPresentation(id)}>
                    {id}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Sentences({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="list-disc pl-5 text-sm text-ink-2">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
