import 'server-only'
import type { z } from 'zod'
import type { zWorkbench } from '@/lib/core/workbenches/z-workbench'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { askInterface, isRefused, type Refused, reading } from './ask-interface'

/** A workbench as its interface returns it. */
export type WorkbenchView = z.infer<typeof zWorkbench>

const apiPath = (workbenchId: string): string => `/workbenches/${encodeURIComponent(workbenchId)}`

/** Opens a workbench, through the same code as the interface; returns its id. */
export async function openWorkbench(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<{ readonly refused: false; readonly workbenchId: string } | Refused> {
  const answer = await askInterface(formExchange(body, headers, '/workbenches'))
  return isRefused(answer) ? answer : { refused: false, workbenchId: String(answer.workbench_id) }
}

/** A workbench with its links, as a visit: that keeps it alive. Refused if it has ended, or may not be read. */
export async function visitWorkbench(workbenchId: string, headers: Headers): Promise<WorkbenchView | Refused> {
  const answer = await askInterface(reading(headers, apiPath(workbenchId)))
  return isRefused(answer) ? answer : (answer as unknown as WorkbenchView)
}

/** Changes a workbench from the fields of a form; `null` on success. */
export async function changeWorkbenchByForm(
  workbenchId: string,
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<Refused | null> {
  const answer = await askInterface({ ...formExchange(body, headers, apiPath(workbenchId)), method: 'PATCH' })
  return isRefused(answer) ? answer : null
}

/** Ends a workbench with its codes and pages; `null` on success. */
export async function endWorkbench(workbenchId: string, headers: Headers): Promise<Refused | null> {
  const answer = await askInterface({ ...reading(headers, apiPath(workbenchId)), method: 'DELETE' })
  return isRefused(answer) ? answer : null
}
