import 'server-only'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { askInterface, type Refused } from './ask-interface'

/** Asks the interface what a form about a session's own issuer asks for. `headers` are those of the form's request. */
export const askLaboratory = (
  { path, body }: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
  headers: Headers,
): Promise<Readonly<Record<string, unknown>> | Refused> => askInterface(formExchange(body, headers, path))
