import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from '$lib/ui/settings.svelte';
import './styles/tokens.css';
import './styles/base.css';

settings.apply();
mount(App, { target: document.getElementById('app')! });
