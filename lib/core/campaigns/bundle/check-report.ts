import { z } from 'zod'
import { sessionFileName, sessionFiles } from './bounds'
import { BundleProblem } from './bundle-problem'
import { jsonOf } from './json-of'

const zSession = z.looseObject({ session_id: z.uuid() })

/** What is read of a stranger's report of a campaign: whose it is, and which sessions it lists. */
const zReportParts = z.looseObject({
  report_version: z.literal(1),
  kind: z.literal('campaign'),
  campaign: z.looseObject({
    page_url: z.string(),
    wallet: z.object({ name: z.string(), version: z.string() }),
    steps: z.array(z.looseObject({ session: zSession.nullable(), earlier: z.array(zSession) })).max(5000),
  }),
})

/**
 * Whether the report of a campaign fits the bundle that it is in: of the same service, with the evidence of each session that it
 * lists beside it, and of no other. Returns the wallet. Throws BundleProblem.
 */
export function checkReport(
  text: string,
  bundle: { readonly baseUrl: string; readonly names: readonly string[] },
): { readonly name: string; readonly version: string } {
  const read = zReportParts.safeParse(jsonOf(text))
  if (!read.success) throw new BundleProblem('report.json', 'It is not the report of a campaign.')
  const { page_url, wallet, steps } = read.data.campaign
  if (!page_url.startsWith(`${bundle.baseUrl}/`))
    throw new BundleProblem('report.json', 'It was made by another service than the bundle.')
  const listed = steps.flatMap(({ session, earlier }) => [session, ...earlier].flatMap((one) => one?.session_id ?? []))
  checkSessions(new Set(listed), bundle.names, 'The report does not list this session.')
  return wallet
}

/** Whether a bundle of one session holds that one, whole, and no other. Throws BundleProblem. */
export function checkOneSession(names: readonly string[]): void {
  const [first] = names.flatMap((name) => /^sessions\/([^/]+)\//.exec(name)?.[1] ?? [])
  if (first === undefined) throw new BundleProblem(null, 'It holds no session.')
  checkSessions(new Set([first]), names, 'It belongs to another session.')
}

function checkSessions(ids: ReadonlySet<string>, names: readonly string[], stranger: string): void {
  const present = new Set(names)
  const wanted = new Set([...ids].flatMap((id) => sessionFiles.campaign.map((file) => sessionFileName(id, file))))
  for (const name of wanted) if (!present.has(name)) throw new BundleProblem(name, 'The file is missing.')
  for (const name of names) if (name.includes('/') && !wanted.has(name)) throw new BundleProblem(name, stranger)
}
