import Link from 'next/link'
import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import type { IssuerView } from '@/lib/queries/issuers'
import { renderedPaths } from '@/lib/rendered-paths'
import { Facts } from '../inspector/facts'
import { Avatar } from '../scoreboard/entity-list'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'
import { SuccessCell } from '../scoreboard/success-cell'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'

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

/** Starts a round trip, an issuance and a presentation of its result: one form per credential. */
export function RoundTripStart({ issuers }: { readonly issuers: readonly IssuerView[] }) {
  return (
    <Panel labelledBy="round-trip" className="p-4 md:p-6">
      <h2 id="round-trip" className="flex items-center gap-2.5 text-lg">
        <Icon name="redo" />
        Issue, then ask for it back
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        Two QR codes on one page: the wallet gets a credential, then presents it. One verdict covers both and says
        whether the presented credential is the issued one.
      </p>
      <div className="flex flex-wrap gap-2">
        {issuers.flatMap(({ id, credential_configuration_ids }) =>
          credential_configuration_ids.map((configuration) => (
            <form key={configuration} method="post" action={renderedPaths.startRoundTrip()}>
              <input type="hidden" name="issuer_configuration_id" value={id} />
              <input type="hidden" name="credential_configuration_id" value={configuration} />
              <input type="hidden" name="flow" value="pre_authorized_code" />
              <button type="submit" className={buttonClass()}>
                {credentialWords(configuration)}, {issuerWords(id)} issuer
              </button>
            </form>
          )),
        )}
      </div>
    </Panel>
  )
}

/** A count in words; empty for zero. */
const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

const isOf = (path: string, parent: string): boolean => path.startsWith(`${parent}/`)

const thingsMax = 6

const suitesMax = 4

/** Some scoreboard pipelines as cards, or a sentence if there are none; renders nothing for `null`. */
export function ScoreboardSample({ rows }: { readonly rows: readonly ScoreboardRow[] | null }) {
  if (rows === null) return null
  return (
    <section aria-labelledby="scoreboard" className="mt-12">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="scoreboard" className="text-lg">
          Compare by test results
        </h2>
        <ScoreboardLink className="link target text-sm" href={paths.scoreboard()}>
          View scoreboard
        </ScoreboardLink>
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-2">
          No published pipeline has a result yet. The first ones will appear here, each with its success rate and what
          it tests.
        </p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 wide:grid-cols-5">
          {rows.map((row) => (
            <SampleCard key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SampleCard({ row }: { readonly row: ScoreboardRow }) {
  const { pipeline, wallets, issuers, verifiers, credentials, use_case_verifications, conformance_checks } = row.expand
  if (pipeline === undefined) return null
  const ofIssuer = (path: string): string =>
    counted(credentials.filter((credential) => isOf(credential.path, path)).length, 'credential', 'credentials')
  const ofVerifier = (path: string): string =>
    counted(use_case_verifications.filter((useCase) => isOf(useCase.path, path)).length, 'use case', 'use cases')
  const things = [
    ...wallets.map((wallet) => ({ ...wallet, note: '' })),
    ...issuers.map((issuer) => ({ ...issuer, note: ofIssuer(issuer.path) })),
    ...verifiers.map((verifier) => ({ ...verifier, note: ofVerifier(verifier.path) })),
  ]
  const suites = new Map<string, number>()
  for (const check of conformance_checks) suites.set(suiteOf(check), (suites.get(suiteOf(check)) ?? 0) + 1)
  return (
    <li className="relative flex flex-col gap-3 rounded-md border border-line bg-surface p-4 hover:border-control">
      <h3 className="text-md">
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          dir="auto"
          className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
        >
          {pipeline.name}
        </Link>
        <bdi className="mt-0.5 block text-xs font-normal text-ink-3 wrap-anywhere">{pipeline.expand.owner.name}</bdi>
      </h3>
      <SuccessCell row={row} />
      <ul className="grid gap-1.5 text-xs">
        {things.slice(0, thingsMax).map(({ name, path, logo, note }) => (
          <li key={path} className="flex items-start gap-1.5">
            <Avatar name={name} logo={logo} />
            <span className="min-w-0 wrap-anywhere">
              <bdi>{name}</bdi>
              {note !== '' && <span className="text-ink-3">{` ${note}`}</span>}
            </span>
          </li>
        ))}
        {things.length > thingsMax && <li className="text-ink-3">{`+${things.length - thingsMax} more`}</li>}
      </ul>
      {suites.size > 0 && (
        <dl className="mt-auto grid gap-1 border-t border-line pt-2 text-xs text-ink-2">
          {[...suites].slice(0, suitesMax).map(([suite, count]) => (
            <div key={suite} className="flex justify-between gap-3">
              <dt className="min-w-0 wrap-anywhere">
                <bdi>{suite}</bdi> checks
              </dt>
              <dd className="tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
