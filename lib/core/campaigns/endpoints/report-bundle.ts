import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import type { Level } from '../../ground/ports/finding'
import type { Session } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import { sessionFileName } from '../bundle/bounds'
import type { BundleFile } from '../bundle/make-bundle'
import { bundleReadme } from '../bundle/readme'
import { sessionReports } from '../bundle/session-evidence'
import { campaignHtml } from '../reports/campaign-html'
import { campaignJunit } from '../reports/campaign-junit'
import { campaignMarkdown } from '../reports/campaign-markdown'
import type { CampaignReport } from '../reports/campaign-report'
import { alone, archiveOf, archiveReply, sessionPart, signingFor } from './make-archive'

type Context = Pick<RequestContext, 'exchange' | 'ports' | 'settings' | 'asker' | 'neighbours'>
type Links = NonNullable<CampaignReport['campaign']['steps'][number]['session']>

/** The report of a campaign in every form, with that of each of its sessions, as one signed archive. Throws ProtocolError. */
export const campaignBundle = (report: CampaignReport, failOn: Level, context: Context): Promise<Reply> => {
  const { wallet, steps, campaign_id } = report.campaign
  const ids = steps.flatMap(({ session, earlier }) => [...earlier, ...(session === null ? [] : [session])])
  return bundleOf(
    {
      ...{ kind: 'campaign', wallet, failOn, filename: `campaign-${campaign_id}.tar` },
      ids: ids.map(({ session_id }) => session_id),
      own: reportFiles(report, failOn),
    },
    context,
  )
}

/** The report of one session in every form as one signed archive. Throws ProtocolError. */
export const sessionBundle = ({ kind, sessionId }: Session, failOn: Level, context: Context): Promise<Reply> =>
  bundleOf(
    { kind: 'session', wallet: null, failOn, filename: `${kind}-${sessionId}.tar`, ids: [sessionId], own: [] },
    context,
  )

interface Plan {
  readonly kind: 'campaign' | 'session'
  readonly wallet: Parameters<typeof bundleReadme>[0]['wallet']
  readonly ids: readonly string[]
  /** Files between README and root. */
  readonly own: readonly BundleFile[]
  readonly failOn: Level
  readonly filename: string
}

async function bundleOf({ kind, wallet, ids, own, failOn, filename }: Plan, context: Context): Promise<Reply> {
  const { exchange, ports, settings } = context
  const { max } = ports.bundles
  if (ids.length > max.sessions) throw tooLarge(`A bundle holds at most ${max.sessions} sessions.`)
  const madeAt = exchange.at
  const facts = { kind, wallet, baseUrl: settings.baseUrl, madeAt: toIso(madeAt), sessions: ids.length }
  const make = async () => {
    const signing = await signingFor('report', context)
    const files = [file('README.txt', bundleReadme(facts)), ...own, file('root-ca.pem', signing.rootPem)]
    const form = { at: madeAt, failOn }
    const sessions = ids.map((id) => sessionPart(id, (session) => sessionReports(session, form, context), context))
    const bounds = { madeAt, signing, bytesMax: max.reportBytes, tooLarge }
    return archiveOf([async () => files, ...sessions], bounds, context)
  }
  return archiveReply(await alone(make, context), filename)
}

/** The links of what people read lead to the files beside it: it opens without the service. */
function reportFiles(report: CampaignReport, failOn: Level): readonly BundleFile[] {
  const beside = (links: Links): Links => ({
    ...links,
    inspector_url: sessionFileName(links.session_id, 'report.html'),
  })
  const { campaign } = report
  const steps = campaign.steps.map((step) => ({ ...step, session: step.session && beside(step.session) }))
  const offline = { ...report, campaign: { ...campaign, steps } }
  return [
    file('report.html', campaignHtml(offline)),
    file('report.json', `${JSON.stringify(report)}\n`),
    file('report.xml', campaignJunit(offline, failOn)),
    file('report.md', campaignMarkdown(offline)),
  ]
}

const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })

const tooLarge = (description: string): ProtocolError =>
  new ProtocolError('bundle_too_large', `${description} The reports can be read one by one.`)
