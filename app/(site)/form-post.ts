import { problem } from './responses'

/**
 * True for a form that a page of another origin has sent, also of one on the same site: another port of this machine, or a
 * neighbour below the same domain. Browsers without the header are given the benefit of doubt.
 */
export const isForeignPost = (request: Request): boolean =>
  ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')

/** The fields of a posted form, or what a body that is no form is answered. */
export async function readForm(request: Request): Promise<FormData | Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) {
    return problem(415, 'Send a form: application/x-www-form-urlencoded or multipart/form-data.')
  }
  try {
    return await request.formData()
  } catch {
    return problem(400, 'The body is not what its Content-Type says: send a form as a browser does.')
  }
}
