/** Questions to the laboratory over HTTP. */

import { ask } from '$lib/api/http';
import type {
  LabForecast,
  LabProposal,
  LabQuestion,
  LabRoom,
  LabRun,
  LabStudy,
  LabWanted,
} from '$lib/protocol';

const id = encodeURIComponent;

export const labApi = {
  room: () => ask<LabRoom>('/lab'),
  questions: () => ask<LabQuestion[]>('/lab/questions'),
  forecast: (proposal: LabProposal) => ask<LabForecast>('/lab/forecast', 'POST', proposal),
  begin: (wanted: LabWanted) => ask<LabRun>('/lab/runs', 'POST', wanted),
  run: (run: string) => ask<LabRun>(`/lab/runs/${id(run)}`),
  stop: (run: string) => ask<void>(`/lab/runs/${id(run)}/stop`, 'POST'),
  study: (wanted: LabWanted) => ask<LabStudy>('/lab/study', 'POST', wanted),
  reportAddress: (run: string, download = false) =>
    `/api/lab/runs/${id(run)}/report${download ? '?download' : ''}`,
};

export function runSocket(run: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/lab/runs/${id(run)}/socket`;
}
