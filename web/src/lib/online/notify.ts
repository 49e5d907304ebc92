/** Telling somebody who looks elsewhere that it is their move. Nothing is asked before they want it. */

import { text } from '$lib/text';
import { settings } from '$lib/ui/settings.svelte';

export const canNotify = () => 'Notification' in globalThis && isSecureContext;

/** Asks the browser for leave; whether it was given. */
export async function allowNotices(): Promise<boolean> {
  const allowed = canNotify() && (await Notification.requestPermission()) === 'granted';
  settings.set({ notify: allowed });
  return allowed;
}

export function notify(game: string) {
  if (!settings.notify || !canNotify() || Notification.permission !== 'granted' || document.hasFocus())
    return;
  try {
    const notice = new Notification(text.common.game, { body: text.online.notifyBody, tag: game });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones allow notices to service workers only; the title still tells.
  }
}
