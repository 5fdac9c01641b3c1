import Link from 'next/link'
import type { CampaignChoice } from '@/lib/core/campaigns/campaign-choices'
import { decidableIn, editions } from '@/lib/core/campaigns/official-cases/editions'
import { paths } from '@/lib/paths'

/** Where to go from here: three ways of testing, and the forms of single sessions. */
export function MoreWays({ campaigns }: { readonly campaigns: readonly CampaignChoice[] }) {
  const sessions = campaigns.map((one) => one.sessions)
  const decided = editions.map((one) => `${decidableIn(one)} of ${one.cases.length} of ${one.facts.id}`).join(', ')
  const ways = [
    {
      name: 'Test a release',
      href: paths.campaigns(),
      about: `A campaign shows ${Math.min(...sessions)} to ${Math.max(...sessions)} QR codes, one after the other, and ends in one report. Official cases decided: ${decided}.`,
    },
    {
      name: 'Compare wallets',
      href: paths.scoreboard(),
      about: 'Published pipelines: what passed of how many runs, with the evidence behind every number.',
    },
    {
      name: 'Run it in CI',
      href: `${paths.docs()}#ci`,
      about: 'A GitHub action, or a shell script with curl. JUnit, an exit code, links to what failed.',
    },
  ]
  const forms = [
    ['get a credential', paths.startIssuance()],
    ['present one', paths.startPresentation()],
    ['issue, then ask for it back', paths.startRoundTrip()],
    ['laboratory', paths.startLaboratory()],
    ['connect a phone', paths.phone()],
  ] as const
  return (
    <section aria-label="More" className="mt-6">
      <ul className="grid overflow-hidden rounded-md border border-line bg-surface md:grid-cols-3 [&>li]:border-line max-md:[&>li+li]:border-t md:[&>li+li]:border-l">
        {ways.map(({ name, href, about }) => (
          <li key={name} className="relative px-4 py-3.5 hover:bg-hover">
            <Link href={href} prefetch={false} className="font-semibold text-accent after:absolute after:inset-0">
              {name}
            </Link>
            <p className="text-sm text-ink-2">{about}</p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-3">
        One session with options of your own:{' '}
        {forms.map(([name, href], place) => (
          <span key={name}>
            {place > 0 && ' · '}
            <Link className="link target" prefetch={false} href={href}>
              {name}
            </Link>
          </span>
        ))}
      </p>
    </section>
  )
}
