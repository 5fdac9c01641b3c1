import type { CampaignChoice } from '@/lib/core/campaigns/campaign-choices'
import { renderedPaths } from '@/lib/rendered-paths'
import type { TrustChoice } from '../start/sentence-select'
import { RenameDigest } from '../start/session-form'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { CampaignSettings } from './campaign-settings'
import { campaignQuestions, campaignTopics } from './campaign-topics'
import { CampaignWallet } from './campaign-wallet'

interface CampaignsPageProps {
  readonly choices: readonly CampaignChoice[]
  /** Default of the installation. */
  readonly trust: TrustChoice
  /** Values of the address; empty for none. */
  readonly asked: { readonly wallet: string; readonly version: string; readonly campaign: string }
}

/** Every campaign with a button that starts it and one that lets the reference wallet run it: one form for all. */
export function CampaignsPage({ choices, trust, asked }: CampaignsPageProps) {
  const byId = new Map(choices.map((choice) => [choice.id, choice]))
  const wanted = byId.get(asked.campaign)
  const ofIds = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const choice = byId.get(id)
      return choice === undefined || choice === wanted ? [] : [choice]
    })
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <h1 className="pt-6 text-2xl">Campaigns</h1>
      <p className="mt-1 mb-4 text-ink-2">
        One code after the other, then one report: what the wallet got right, what it broke, what to fix first.
      </p>
      <form method="post" action={renderedPaths.startCampaign()} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-surface p-3.5">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,0.7fr)]">
            <CampaignWallet name={asked.wallet} version={asked.version} />
          </div>
          <RenameDigest />
          <CampaignSettings trust={trust} />
        </div>
        {wanted !== undefined && <Card choice={wanted} heading={wanted.title} isFirst />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
          {campaignQuestions.map(({ id, question }) =>
            ofIds([id]).map((choice) => (
              <Card
                key={id}
                choice={choice}
                heading={question}
                isFirst={wanted === undefined && id === campaignQuestions[0].id}
              />
            )),
          )}
        </div>
        <p className="text-sm text-ink-2">
          The reference wallet is a part of this service: its results stand under its own name.
        </p>
        <h2 className="mt-3 text-lg">By topic</h2>
        <div className="gap-3 md:columns-2">
          {campaignTopics.map(({ topic, ids }) => (
            <Topic key={topic} topic={topic} choices={ofIds(ids)} />
          ))}
        </div>
      </form>
    </div>
  )
}

/** What a campaign takes and can decide, e.g. `7 codes · 5 min · up to 148 official cases of 2026-07`. */
const offerWords = ({ sessions, cases, byPerson, minutes, edition }: CampaignChoice): string =>
  [
    `${sessions} ${sessions === 1 ? 'code' : 'codes'}`,
    minutesWords(minutes),
    ...(cases > 0 ? [`up to ${cases} official ${cases === 1 ? 'case' : 'cases'} of ${edition}`] : []),
    ...(byPerson > 0 ? [`${byPerson} for a person`] : []),
  ].join(' · ')

/** The same for a line, which also says whether the wallet has to be set up. */
const lineWords = (choice: CampaignChoice): string =>
  `${offerWords(choice)
    .replace('up to ', '')
    .replace('official ', '')
    .replace(/ of \d{4}-\d{2}[a-z]?/, '')}${choice.before === null ? '' : ' · set up first'}`

const minutesWords = (minutes: number): string =>
  minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`

interface CardProps {
  readonly choice: CampaignChoice
  readonly heading: string
  /** The one that the page leads to. */
  readonly isFirst: boolean
}

/** A campaign as an answer to a question. */
function Card({ choice, heading, isFirst }: CardProps) {
  const { id, title, about, before } = choice
  return (
    <section
      aria-labelledby={`campaign-${id}`}
      className="flex flex-col gap-1.5 rounded-md border border-line-strong bg-surface p-4"
    >
      <h2 id={`campaign-${id}`} className="text-lg">
        {heading}
      </h2>
      <p>{about}</p>
      {before !== null && <p className="text-sm text-ink-2">First: {before}</p>}
      <p className="text-sm text-ink-2">
        <span className="font-[550] text-ink">{title}</span> · {offerWords(choice)}
      </p>
      <StartButtons choice={choice} isFirst={isFirst} />
    </section>
  )
}

function StartButtons({ choice: { id, title }, isFirst }: Omit<CardProps, 'heading'>) {
  return (
    <div className="mt-auto flex flex-wrap items-center gap-2 pt-1.5">
      <button type="submit" name="campaign" value={id} className={buttonClass(isFirst ? { look: 'solid' } : {})}>
        Start {title}
      </button>
      <button
        type="submit"
        name="reference"
        value={id}
        // It has a name of its own.
        formNoValidate
        className={buttonClass({ look: 'quiet' })}
      >
        <Icon name="play" />
        Let the reference wallet do it
        <span className="sr-only">: {title}</span>
      </button>
    </div>
  )
}

/** Campaigns about one subject, a line each; a line opens to what it needs first and its buttons. */
function Topic({ topic, choices }: { readonly topic: string; readonly choices: readonly CampaignChoice[] }) {
  if (choices.length === 0) return null
  const id = `topic-${topic.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section
      aria-labelledby={id}
      className="mb-3 break-inside-avoid overflow-hidden rounded-md border border-line bg-surface"
    >
      <h3 id={id} className="bg-sunk px-3.5 py-1.5 text-sm">
        {topic}
      </h3>
      {choices.map((choice) => (
        <details key={choice.id} className="border-t border-line">
          <summary className="chevron flex min-h-9 items-center px-3.5 py-1 text-sm hover:bg-hover">
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
              <span className="font-[550]">{choice.title}</span>
              <span className="text-ink-2 tabular-nums">{lineWords(choice)}</span>
            </span>
          </summary>
          <div className="grid gap-1.5 px-3.5 pt-1 pb-3.5 text-sm">
            <p>{choice.about}</p>
            {choice.before !== null && <p className="text-ink-2">First: {choice.before}</p>}
            <StartButtons choice={choice} isFirst={false} />
          </div>
        </details>
      ))}
    </section>
  )
}
