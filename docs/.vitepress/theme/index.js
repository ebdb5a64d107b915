import DefaultTheme from 'vitepress/theme-without-fonts';
import './octavo.css';

export default DefaultTheme;
