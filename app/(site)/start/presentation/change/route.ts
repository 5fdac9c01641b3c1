import { paths } from '@/lib/paths'
import { showChangeByForm } from '../../../forms'

/** Shows what the form of a presentation with a change would make, on its page. */
export const POST = (request: Request): Promise<Response> => showChangeByForm(request, paths.startPresentation())
