import type { Metadata } from 'next'
import Link from 'next/link'
import { CheckExamplePanel, CheckMisbehaviours, DecidedCases } from '@/components/checks/check-panels'
import { CheckReasons } from '@/components/checks/check-reasons'
import { ClauseLink } from '@/components/ui/clause-link'
import { CopyButton } from '@/components/ui/copy-button'
import { LevelWord } from '@/components/ui/level'
import { editions } from '@/lib/core/campaigns/official-cases/editions'
import { groupWords, protocolOf } from '@/lib/core/engine/checks/check-groups'
import { paths } from '@/lib/paths'
import { checkById, checkExample } from '@/lib/queries/checks'
import { decoded } from '@/lib/queries/decoded'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import CheckNotFound, { metadata as notFoundMetadata } from './not-found'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await params
  const check = checkById(decoded(id) ?? '')
  return check === null ? notFoundMetadata : { title: check.title, description: check.why }
}

export default async function CheckPage({ params }: PageProps) {
  const { id } = await params
  const check = checkById(decoded(id) ?? '')
  if (check === null) return <CheckNotFound />
  const isIssuance = protocolOf(check.group) === 'vci'
  const offered = isIssuance ? allMisbehaviours() : allVerifierMisbehaviours()
  const start = isIssuance ? paths.createIssuance() : paths.createPresentation()
  const misbehaviours = offered.filter((misbehaviour) => misbehaviour.id.split('~')[0] === check.id)
  const example = checkExample(check.id)
  const decides = editions
    .map(({ facts, cases }) => ({ edition: facts.id, cases: cases.filter(({ checks }) => checks.includes(check.id)) }))
    .filter(({ cases }) => cases.length > 0)
  return (
    <div className="mx-auto max-w-[860px] px-4 pb-12 md:px-6">
      <div className="pt-6 pb-4">
        <p className="text-sm text-ink-3">
          <Link className="link target" href={paths.checks()}>
            Catalogue
          </Link>{' '}
          ·{' '}
          <Link className="link target" href={paths.checks({ group: check.group })}>
            {groupWords[check.group].long}
          </Link>
        </p>
        <h1 className="mt-1 text-2xl">{check.title}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <LevelWord level={check.level} />
          {check.profile !== 'base' && <span>profile {check.profile}</span>}
          <span className="wire text-xs">{check.id}</span>
          <CopyButton text={check.id} what="check id" />
        </p>
      </div>
      <dl className="grid rounded-md border border-line bg-surface [&>div]:grid [&>div]:gap-1 [&>div]:border-t [&>div]:border-line [&>div]:p-4 [&>div:first-child]:border-t-0 [&_dt]:text-sm [&_dt]:text-ink-3">
        <div>
          <dt>Why it matters</dt>
          <dd>{check.why}</dd>
        </div>
        <div>
          <dt>{check.clauses.length === 1 ? 'Clause' : 'Clauses'}</dt>
          <dd className="flex flex-wrap gap-x-5 gap-y-1">
            {check.clauses.map((clause) => (
              <ClauseLink key={`${clause.url}${clause.section}`} clause={clause} className="target" />
            ))}
          </dd>
        </div>
        <div>
          <dt>When it fails</dt>
          <dd>
            {check.rejects === null ? (
              'The failure is recorded, and the response is the same as if the check had passed.'
            ) : (
              <>
                {check.rejectsOnlyUnder === 'haip'
                  ? 'Sessions of the profile HAIP refuse with '
                  : 'The request is refused with '}
                <code>{check.rejects}</code>
                {check.refusal === null ? '.' : <>: “{check.refusal}”</>}
                {check.rejectsOnlyUnder === 'haip' && <> Others only record the failure.</>}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>How it is broken, and what to do</dt>
          <dd>
            <CheckReasons reasons={check.reasons} />
          </dd>
        </div>
        {example !== null && (
          <div>
            <dt>Example</dt>
            <dd>
              <CheckExamplePanel example={example} />
            </dd>
          </div>
        )}
        {misbehaviours.length > 0 && (
          <div>
            <dt>See it fail</dt>
            <dd>
              <CheckMisbehaviours misbehaviours={misbehaviours} action={start} />
            </dd>
          </div>
        )}
        {decides.length > 0 && (
          <div>
            <dt>Official test cases</dt>
            <dd>
              {decides.map((one) => (
                <DecidedCases key={one.edition} {...one} />
              ))}
            </dd>
          </div>
        )}
        {check.needs.length > 0 && (
          <div>
            <dt>Runs only if these pass</dt>
            <dd className="flex flex-wrap gap-x-4">
              {check.needs.map((needed) => (
                <Link key={needed} className="link target wire text-sm" href={paths.check(needed)}>
                  {needed}
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
