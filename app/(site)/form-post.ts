import { problem } from './responses'

/**
 * True for a form sent by a page of another origin, including one on the same site (another port, or a sibling
 * subdomain). Browsers without the header get the benefit of the doubt.
 */
export const isForeignPost = (request: Request): boolean =>
  ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')

/** The fields of a posted form, or the response to a body that is not a form. */
export async function readForm(request: Request): Promise<FormData | Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) {
    return problem(415, 'Send a form as application/x-www-form-urlencoded or multipart/form-data.')
  }
  try {
    return await request.formData()
  } catch {
    return problem(400, 'The body does not match its Content-Type. Send a form the way a browser does.')
  }
}
